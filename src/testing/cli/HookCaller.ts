import { randomUUID } from 'node:crypto';
import { isOtherEvent, wrongFieldOf } from '../../codec/checkHookOutput.js';
import type { JsonObject } from '../../codec/jsonObject.js';
import type { Cli } from './cli.js';
import { projectDirectory } from './configFiles.js';
import type { SimulatedHookEvent } from './hookEvents.js';
import { Interrupted } from './Timers.js';

interface HookGroup {
  matcher?: string | null;
  hookCallbackIds?: readonly string[];
  /** In seconds. */
  timeout?: number;
  onFailure?: string;
}

export interface HookCall {
  event: SimulatedHookEvent;
  /** The names that matchers are compared with. */
  names?: readonly string[];
  fields: JsonObject;
  toolUseId?: string;
  /** Default: the prompt id of the previous call. */
  promptId?: string;
  signal: AbortSignal;
}

/** The combined answer of all hooks of an event. */
export interface HookVerdict {
  /** A hook did not answer within its timeout. */
  timedOut: boolean;
  /** The host closed stdin before a hook had answered. */
  cancelled: boolean;
  /** A hook answered for another event. */
  isBroken: boolean;
  /** A hook asked to stop the run. */
  stops: boolean;
  decision?: 'allow' | 'deny' | 'ask' | 'defer';
  reason: string;
  /** Why the run stops. */
  stopReason: string;
  updatedInput?: Record<string, unknown>;
  /** The merged `hookSpecificOutput`. */
  specific: JsonObject;
}

const defaultTimeout = 60;

/** The answer of a hook, or why there is none. */
type HookAnswer = JsonObject | 'timeout' | 'closed' | 'broken';

/** After EOF, 2.1.197 runs a tool whose hook has not answered. We observed 34 to 95 ms. */
const runsToolAfterMs = 40;

/** Calls the hooks that the host registered with `initialize`. */
export class HookCaller {
  readonly #cli: Cli;
  #groups: Readonly<Record<string, readonly HookGroup[]>> = {};
  #promptId: string | undefined;

  constructor(cli: Cli) {
    this.#cli = cli;
  }

  /** Registers the hooks; returns whether there are any. */
  register(hooks: unknown): boolean {
    this.#groups = (hooks ?? {}) as Record<string, readonly HookGroup[]>;
    return Object.keys(this.#groups).length > 0;
  }

  has(event: SimulatedHookEvent): boolean {
    return (this.#groups[event] ?? []).length > 0;
  }

  /** Calls the hooks of an event; undefined if there are none, or if the process has exited. */
  async notify(event: SimulatedHookEvent, fields: JsonObject): Promise<HookVerdict | undefined> {
    if (!this.has(event)) return undefined;
    return this.run({ event, fields, signal: this.#cli.lifetime }).catch((reason) => {
      if (reason instanceof Interrupted) return undefined;
      throw reason;
    });
  }

  /** Calls all matching hooks in parallel. */
  async run(call: HookCall): Promise<HookVerdict> {
    this.#promptId = call.promptId ?? this.#promptId;
    const groups = (this.#groups[call.event] ?? []).filter(({ matcher }) =>
      matches(matcher, call.names ?? []),
    );
    const asked = groups.flatMap((group) =>
      (group.hookCallbackIds ?? []).map((id) => this.#ask(id, group, call)),
    );
    const outputs = await Promise.all(asked);
    return verdictOf(outputs);
  }

  async #ask(id: string, group: HookGroup, call: HookCall): Promise<HookAnswer> {
    const request = {
      subtype: 'hook_callback',
      callback_id: id,
      input: this.#input(call),
      tool_use_id: call.toolUseId ?? randomUUID(),
    };
    const timeout = (group.timeout ?? defaultTimeout) * 1000;
    const answer = await this.#cli.hostRequests.send(request, { signal: call.signal, timeout });
    if (answer.kind === 'timeout') return 'timeout';
    const { recent } = this.#cli.traits;
    const blocks = recent && group.onFailure === 'block';
    if (answer.kind === 'success') {
      if (!blocks && isOtherEvent(call.event, answer.response)) return 'broken';
      const wrong = wrongFieldOf(call.event, answer.response);
      return wrong === undefined ? answer.response : this.#failed(id, call.event, blocks, wrong);
    }
    if (answer.kind === 'closed' && recent) return 'closed';
    // 2.1.197 treats a closed stdin as a failed hook and runs the tool, after a moment.
    if (answer.kind === 'closed') await this.#cli.timers.sleep(runsToolAfterMs, call.signal);
    const error = answer.kind === 'closed' ? 'Stream closed' : answer.error;
    return this.#failed(id, call.event, blocks, error);
  }

  #failed(id: string, event: string, blocks: boolean, error: string): JsonObject {
    const { output, traits } = this.#cli;
    output.stderr(`Error in hook callback ${id}: ${error}\n`);
    if (!traits.recent) return {};
    const what = `Hook callback ${id} failed: the SDK host replied with an error or an invalid answer.`;
    const meaning = blocks
      ? 'onFailure is "block", so this failure counts as a block.'
      : 'Its answer was treated as empty.';
    output.message({
      type: 'system',
      subtype: 'informational',
      content: `${event}: ${what} ${meaning}`,
      level: 'warning',
      tag: 'hook_callback_failed',
    });
    const reason = `[callback]: failed; blocking because onFailure is "block"\n${what}`;
    return blocks ? { decision: 'block', reason } : {};
  }

  #input({ event, fields, promptId = this.#promptId }: HookCall): JsonObject {
    const { output, files, settings, traits } = this.#cli;
    return {
      session_id: output.sessionId,
      transcript_path: `${projectDirectory(this.#cli)}/${output.sessionId}.jsonl`,
      cwd: files.cwd,
      prompt_id: promptId,
      permission_mode: settings.mode,
      ...(event !== 'UserPromptSubmit' && { effort: { level: traits.effort } }),
      hook_event_name: event,
      ...fields,
    };
  }
}

/** An empty matcher matches everything, plain names match exactly, anything else is a regex. */
function matches(matcher: string | null | undefined, names: readonly string[]): boolean {
  if (!matcher || matcher === '*') return true;
  if (/^[\w|]+$/.test(matcher)) return matcher.split('|').some((name) => names.includes(name));
  return names.some((name) => new RegExp(matcher).test(name));
}

function verdictOf(outputs: readonly HookAnswer[]): HookVerdict {
  const verdict: HookVerdict = {
    timedOut: outputs.includes('timeout'),
    cancelled: outputs.includes('closed'),
    isBroken: outputs.includes('broken'),
    stops: false,
    reason: '',
    stopReason: '',
    specific: {},
  };
  const rank = { allow: 1, ask: 2, defer: 3, deny: 4 };
  for (const output of outputs) {
    if (typeof output === 'string') continue;
    const { decision, reason, updatedInput } = readOutput(output);
    if (output.continue === false) {
      verdict.stops = true;
      verdict.stopReason = String(output.stopReason ?? '');
    }
    if (updatedInput) verdict.updatedInput = updatedInput;
    Object.assign(verdict.specific, output.hookSpecificOutput);
    if (decision && rank[decision] > (verdict.decision ? rank[verdict.decision] : 0)) {
      verdict.decision = decision;
      verdict.reason = reason;
    }
  }
  return verdict;
}

function readOutput(output: JsonObject): Pick<HookVerdict, 'decision' | 'reason' | 'updatedInput'> {
  const specific = (output.hookSpecificOutput ?? {}) as JsonObject;
  const old = { approve: 'allow', block: 'deny' } as const;
  const decision = (specific.permissionDecision ??
    old[output.decision as keyof typeof old]) as HookVerdict['decision'];
  const reason = String(specific.permissionDecisionReason ?? output.reason ?? '');
  return { decision, reason, updatedInput: specific.updatedInput as HookVerdict['updatedInput'] };
}
