import type { AnyActorRef } from 'xstate';
import { toolMatcher } from '../../codec/approvals.js';
import type { HookOutput } from '../../codec/hooks.js';
import type { ApprovalNotice, GateAnswer } from '../../options/approvalTypes.js';
import type { Hook } from '../../options/callbackTypes.js';
import type { Options } from '../../options/types.js';
import { longestTimeout } from '../../util/longestTimeout.js';
import { CallWatcher } from './CallWatcher.js';

/** What a session with the option `approvals` needs. */
export interface GatedRun {
  /** The options, with a hook that asks for the approvals. */
  options: Options;
  watcher: CallWatcher | undefined;
  /** Tells it the actor of the run. */
  setOwner(owner: AnyActorRef): void;
  /** Calls `listen` when an approval of this conversation changes. */
  follow(listen: (notice: ApprovalNotice) => void): () => void;
}

/** Adds the hook that asks for approvals. `inProcess`: the names of the MCP servers in this program. */
export function gateCalls(
  options: Options,
  knownSessionId: string | undefined,
  inProcess: () => string[],
): GatedRun {
  const { approvals: gate, includePartialMessages, hooks = {} } = options;
  if (!gate) return { options, watcher: undefined, setOwner() {}, follow: () => () => {} };
  let owner: AnyActorRef | undefined;
  let sessionId = knownSessionId;
  const watcher = new CallWatcher(!includePartialMessages, gate.runEnded.bind(gate));
  const isRunning = () => {
    const { value } = (owner?.getSnapshot() ?? {}) as { value?: unknown };
    return typeof value === 'object' && value !== null && 'running' in value;
  };
  const hook: Hook<'PreToolUse'> = async (input, toolUseId, { signal }) => {
    const { tool_name: tool, tool_input: given, tool_use_id: id, agent_id: agentId } = input;
    const called = toolUseId ?? id;
    // Frames are not validated, and approvals of other conversations must not fit this call.
    if (![tool, called, input.session_id].every(isName)) throw new TypeError(cannotAsk);
    sessionId = input.session_id;
    const mayDefer = agentId === undefined && !isToolOf(tool, inProcess());
    const answer = await gate.decide({
      tool,
      input: (given ?? {}) as Record<string, unknown>,
      toolUseId: called,
      sessionId,
      agentId,
      canDefer: mayDefer ? watcher.canDefer(called) : Promise.resolve(false),
      signal,
      isRunning,
    });
    return outputOf(answer);
  };
  const group = {
    matcher: toolMatcher(gate.tools),
    hooks: [hook],
    // A call that nobody could be asked about does not run.
    onFailure: 'deny' as const,
    timeout: longestTimeout / 1000,
  };
  return {
    options: {
      ...options,
      hooks: { ...hooks, PreToolUse: [...(hooks.PreToolUse ?? []), group] },
      ...(gate.defers && { includePartialMessages: true }),
    },
    watcher,
    setOwner(actor) {
      owner = actor;
    },
    follow: (listen) =>
      gate.follow((notice) => {
        if (notice.approval.sessionId === sessionId) listen(notice);
      }),
  };
}

const cannotAsk =
  'Claude Code asked about a call without saying which tool, call or conversation it is about';

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function outputOf(answer: GateAnswer): HookOutput {
  const hookEventName = 'PreToolUse';
  switch (answer.behavior) {
    case 'allow': {
      const { updatedInput } = answer;
      const changed = updatedInput && { updatedInput };
      return { hookSpecificOutput: { hookEventName, permissionDecision: 'allow', ...changed } };
    }
    case 'deny':
      return {
        hookSpecificOutput: {
          hookEventName,
          permissionDecision: 'deny',
          permissionDecisionReason: answer.message,
        },
      };
    case 'defer':
      return { hookSpecificOutput: { hookEventName, permissionDecision: 'defer' } };
  }
}

/** The CLI writes the name of a server with underscores for what a tool's name may not have. */
function isToolOf(tool: string, servers: readonly string[]): boolean {
  return servers.some((server) =>
    tool.startsWith(`mcp__${server.replace(/[^a-zA-Z0-9_-]/g, '_')}__`),
  );
}
