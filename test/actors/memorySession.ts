import { expect } from '@jest/globals';
import type { CallbackHost } from '../../src/actors/callbacks/callbackHost.js';
import { SessionRuntime, type SessionRuntimeOptions } from '../../src/actors/SessionRuntime.js';
import type { SessionEmitted, SessionInput } from '../../src/machines/session/sessionTypes.js';
import { settle, simulatedLaunch } from '../support/simulated.js';

export interface MemorySessionSettings extends SessionRuntimeOptions {
  callbacks?: CallbackHost;
  input?: Partial<Omit<SessionInput, 'launch'>>;
}

const initialize = '{"subtype":"initialize"}';

/** A line that stands for a message of the user. */
export const line = (content: string) => `${JSON.stringify({ type: 'user', content })}\n`;

/** A result of the CLI. */
export const result = (fields: object = {}) => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  ...fields,
});

/** A request of the CLI for a permission. */
export const permissionRequest = (id: string) => ({
  type: 'control_request',
  request_id: id,
  request: { subtype: 'can_use_tool', tool_name: 'Bash', input: {} },
});

/** A session over the in-memory port, started; the test plays the CLI. */
export function starting({ callbacks, input, ...options }: MemorySessionSettings = {}) {
  const { launch, clock, process } = simulatedLaunch(callbacks);
  const events: SessionEmitted[] = [];
  const onEvent = options.onEvent ?? ((event: SessionEmitted) => events.push(event));
  const session = new SessionRuntime(
    { launch, initialize, ...input },
    { clock, ...options, onEvent },
  ).start();
  const say = (frame: object) => process().stdout(`${JSON.stringify(frame)}\n`);
  const answer = (id: string, response: object = {}) =>
    say({
      type: 'control_response',
      response: { subtype: 'success', request_id: id, response },
    });
  const exit = (code = 0) => {
    process().endStdout();
    process().exit({ code });
  };
  const written = () => process().written.map((one) => JSON.parse(one));
  const warnings = () => events.flatMap((event) => (event.type === 'warning' ? [event.code] : []));
  return { session, clock, process, events, say, answer, exit, written, warnings };
}

/** The same, past its handshake. */
export async function running(settings: MemorySessionSettings = {}) {
  const all = starting(settings);
  await settle();
  all.process().spawn(7);
  await settle();
  all.answer('req_0');
  await settle();
  expect(all.session.state).toBe('running');
  return all;
}

/** What each of these promises has come to by now: its value, its error's code, or nothing. */
export async function standing(
  promises: Record<string, Promise<unknown> | undefined>,
): Promise<object> {
  const seen: Record<string, unknown> = {};
  for (const [name, promise] of Object.entries(promises)) {
    seen[name] = 'waits';
    promise?.then(
      (value) => {
        seen[name] = value;
      },
      (error: { code: string }) => {
        seen[name] = error.code;
      },
    );
  }
  await settle();
  return seen;
}
