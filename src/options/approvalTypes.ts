import type { Approval, ApprovalDecision } from '../codec/approvals.js';

/** A tool call of a session that needs an approval. */
export interface GatedCall {
  /** The tool. */
  tool: string;
  /** What it was called with. */
  input: Record<string, unknown>;
  /** The id of the call. */
  toolUseId: string;
  /** The conversation. */
  sessionId: string;
  /** The subagent that calls the tool. */
  agentId?: string | undefined;
  /**
   * Whether the CLI would ask about this call again after a resume, if it were deferred. Resolves
   * once that is known, which can be never.
   */
  canDefer: Promise<boolean>;
  /** Aborts when the call no longer waits. */
  signal: AbortSignal;
  /** Whether the process still runs: then a call that no longer waits was interrupted. */
  isRunning(): boolean;
}

/** What becomes of a gated call. */
export type GateAnswer = ApprovalDecision | { behavior: 'defer' };

/** What happened to an approval. */
export type ApprovalChange = 'opened' | 'answered' | 'recalled' | 'used' | 'withdrawn';

/** Tells of a change. */
export interface ApprovalNotice {
  /** What happened. */
  change: ApprovalChange;
  /** The approval as it is now. */
  approval: Approval;
}

/**
 * Decides about the tool calls of sessions: an `Approvals`, or one that is bound to a conversation
 * by `approvals.bind()`.
 */
export interface ApprovalGate {
  /** The tools that need an approval: names, and patterns such as `mcp__mail__*`. */
  readonly tools: readonly string[];
  /** Whether it may put calls off. @internal */
  readonly defers: boolean;
  /** Decides about a call. @internal */
  decide(call: GatedCall): Promise<GateAnswer>;
  /** A run is over, and only this call of the conversation is still deferred. @internal */
  runEnded(sessionId: string, deferredToolUseId: string | undefined): void;
  /** Calls `listen` when an approval of a conversation changes. @internal */
  follow(listen: (notice: ApprovalNotice) => void): () => void;
}
