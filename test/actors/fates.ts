import type { CallbackHost } from '../../src/actors/callbacks/callbackHost.js';
import { userCallbacks } from '../../src/actors/callbacks/userCallbacks.js';
import type { ClaudeActorsError } from '../../src/errors.js';
import { line, type running } from './memorySession.js';

export type Memory = Awaited<ReturnType<typeof running>>;

/** What a promise or an iterator has come to. */
export type Fate = { value: unknown } | { error: ClaudeActorsError } | 'pending';

export function watch(promise: Promise<unknown>): () => Fate {
  let fate: Fate = 'pending';
  promise.then(
    (value) => {
      fate = { value };
    },
    (error: ClaudeActorsError) => {
      fate = { error };
    },
  );
  return () => fate;
}

export const hookCall = {
  type: 'control_request',
  request_id: 'h1',
  request: {
    subtype: 'hook_callback',
    callback_id: 'hook_0',
    input: { hook_event_name: 'PreToolUse', tool_name: 'Bash' },
  },
};

/** Callbacks that never answer, and whose signals are kept. */
export function silentCallbacks(): { host: CallbackHost; signals: AbortSignal[] } {
  const signals: AbortSignal[] = [];
  const wait = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<never>(() => {});
  };
  const host = userCallbacks({
    hooks: [
      {
        id: 'hook_0',
        event: 'PreToolUse',
        group: 0,
        index: 0,
        timeoutMs: 3_600_000,
        onFailure: 'continue',
        run: (_input, _id, { signal }) => wait(signal),
      },
    ],
    canUseTool: (_name, _input, { signal }) => wait(signal),
  });
  return { host, signals };
}

/** The ways in which a process ends that are a failure. */
export const deaths: Record<string, (memory: Memory) => void> = {
  'exits with 70': ({ process }) => {
    process().stderr('out of memory\n');
    process().endStdout();
    process().exit({ code: 70 });
  },
  'exits with 1 after a half line': ({ process }) => {
    process().stdout('Invalid API key');
    process().endStdout();
    process().exit({ code: 1 });
  },
  'is killed': ({ process }) => {
    process().endStdout();
    process().exit({ code: null, signal: 'SIGKILL' });
  },
  'exits with 143': ({ process }) => {
    process().endStdout();
    process().exit({ code: 143 });
  },
  'exits while a descendant holds its stdout': ({ process, clock }) => {
    process().exit({ code: 3 });
    clock.increment(500);
  },
};

/** What may be pending when it dies. Each returns how that ends. */
export const pending: Record<string, (memory: Memory) => () => Fate> = {
  'a turn': ({ session }) => watch(session.send('u1', line('hi')).result),
  'a request': ({ session }) => watch(session.request('mcp_status', '{}')),
  'end() behind a turn': ({ session }) => {
    session.send('u2', line('more'));
    return watch(session.end());
  },
  'idle()': ({ session }) => watch(session.idle()),
  'messages()': ({ session }) => watch(session.messages.iterate().next()),
};

export async function failed(memory: Memory): Promise<ClaudeActorsError> {
  const outcome = await memory.session.ended;
  if (outcome.kind !== 'failed') throw new Error(`the session is ${outcome.kind}`);
  return outcome.error;
}
