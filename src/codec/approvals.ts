import type { JsonObject } from './jsonObject.js';

/**
 * The state of an approval. `open`: it waits for an answer. `answered`: the call has not received its
 * answer yet. `used`: it has. `withdrawn`: no answer is needed any more.
 */
export type ApprovalState = 'open' | 'answered' | 'used' | 'withdrawn';

/**
 * Where the tool call waits: in a running process (`live`), in the transcript, without a process
 * (`deferred`), or nowhere (`recalled`): the model was told that the call did not run, and an
 * identical call gets the answer, once.
 */
export type ApprovalHold = 'live' | 'deferred' | 'recalled';

/** The answer to an approval: what `canUseTool` returns, as far as a hook can say it. */
export type ApprovalDecision =
  | {
      behavior: 'allow';
      /** Replaces the input of the tool. By default it runs with the input it was called with. */
      updatedInput?: Record<string, unknown>;
    }
  | {
      behavior: 'deny';
      /** Why. The model sees it. */
      message: string;
    };

/** A tool call that waits for an answer. It is plain data: store it, or send it as JSON. */
export interface Approval {
  /** Made of the conversation, the tool call and its input, so one call is asked about once. */
  readonly id: string;
  /** The conversation, for `resume`. */
  readonly sessionId: string;
  /** The key of the conversation, if it belongs to a pool. */
  readonly key?: string;
  /** Whose conversation it is, if it belongs to a pool. */
  readonly tenant?: string;
  /** The tool. */
  readonly tool: string;
  /** What the tool was called with. */
  readonly input: Record<string, unknown>;
  /** The tool call. A recalled call that the model makes again has another id. */
  readonly toolUseId: string;
  /** SHA-256 of the input, whatever the order of its fields. */
  readonly inputHash: string;
  /** The subagent that called the tool, if any. */
  readonly agentId?: string;
  /** When it was asked, in milliseconds since 1970. */
  readonly askedAt: number;
  /** Whether it is open, answered, used or withdrawn. */
  readonly state: ApprovalState;
  /** Where the call waits. */
  readonly held: ApprovalHold;
  /** The answer, once there is one. */
  readonly decision?: ApprovalDecision;
  /** When it was used or withdrawn, in milliseconds since 1970. */
  readonly settledAt?: number;
  /** Whether the model was told about the answer to a recalled call. */
  readonly isTold?: boolean;
  /** The epoch of the owner of the conversation that changed it last. */
  readonly epoch: number;
  /** Counts the changes, from 1. */
  readonly revision: number;
}

/** Which approvals to list. An absent field fits all. */
export interface ApprovalFilter {
  /** Those of a conversation. */
  sessionId?: string;
  /** Those of a pool's conversation. */
  key?: string;
  /** Those of a tenant. */
  tenant?: string;
  /** Those in one of these states. */
  states?: readonly ApprovalState[];
}

/** Says who writes to an `ApprovalStore`. */
export interface ApprovalWriter {
  /**
   * The writer's epoch, if it owns the conversation. A store refuses it after it has seen a higher
   * one for that conversation. An answer comes from anywhere, and has none.
   */
  epoch?: number;
}

/**
 * Keeps approvals. Every change is a compare-and-set on `revision`, so that many programs can share
 * a store and the first answer wins. Check one of your own with `checkApprovalStore` from
 * `claude-actors/testing`.
 */
export interface ApprovalStore {
  /** Adds an approval. Returns what is stored: the earlier one if the id is taken. */
  add(approval: Approval, writer?: ApprovalWriter): Promise<Approval>;
  /** The approval with this id. */
  load(id: string): Promise<Approval | undefined>;
  /** The approvals that fit, oldest first. */
  list(filter?: ApprovalFilter): Promise<Approval[]>;
  /**
   * Stores a changed approval if the stored one is of the revision before it. Resolves with false if
   * somebody else came first.
   */
  replace(approval: Approval, writer?: ApprovalWriter): Promise<boolean>;
  /** Removes an approval, if it is there. */
  delete(id: string): Promise<void>;
  /**
   * Calls the listener after another program, or another user of this store, may have changed
   * something. Returns a function that ends it.
   */
  watch?(listener: () => void): () => void;
}

/** Whether an approval fits a filter. */
export function fitsFilter(approval: Approval, filter: ApprovalFilter = {}): boolean {
  const { sessionId, key, tenant, states } = filter;
  return (
    (sessionId === undefined || approval.sessionId === sessionId) &&
    (key === undefined || approval.key === key) &&
    (tenant === undefined || approval.tenant === tenant) &&
    (states === undefined || states.includes(approval.state))
  );
}

/** The same text for the same data, whatever the order of the fields. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const fields = part as JsonObject;
    // Without a prototype: a field may be called `__proto__`.
    const sorted = Object.create(null) as JsonObject;
    for (const name of Object.keys(fields).sort()) sorted[name] = fields[name];
    return sorted;
  });
}

/** A hook matcher for tool names and patterns such as `mcp__mail__*`. */
export function toolMatcher(patterns: readonly string[]): string {
  const escaped = patterns.map((pattern) =>
    pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*'),
  );
  return `^(?:${escaped.join('|')})$`;
}
