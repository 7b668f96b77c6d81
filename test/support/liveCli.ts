import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, jest } from '@jest/globals';
import {
  type Message,
  type Options,
  type ResultMessage,
  type Session,
  startSession,
} from '../../src/index.js';
import { type ApiRequest, type MessagesApi, messagesApi, type Saying } from './messagesApi.js';
import { type Sandbox, sandbox } from './sandbox.js';
import type { Target } from './targets.js';
import { until } from './until.js';

export interface Live {
  /** What the model says; each test sets it. */
  model(request: ApiRequest): Saying[] | Promise<Saying[]>;
  readonly api: MessagesApi;
  readonly box: Sandbox;
  /** Options for a target, in a sandbox of the test's own. */
  options(target: Target, more?: Options): Options;
  /** A running session, stopped after the test if it is still running. */
  start(target: Target, more?: Options, prompt?: string): Promise<Session>;
}

/** A Messages API on loopback and an empty home for each test of a file. */
export function live(): Live {
  jest.setTimeout(120_000);
  let api: MessagesApi | undefined;
  let box: Sandbox | undefined;
  const sessions: Session[] = [];
  const one: Live = {
    model: () => [{ text: 'Hello there.' }],
    get api() {
      if (!api) throw new Error('the API is there only inside a test');
      return api;
    },
    get box() {
      if (!box) throw new Error('the sandbox is there only inside a test');
      return box;
    },
    options: ({ path, env }, more = {}) => ({
      pathToClaudeCodeExecutable: path,
      cwd: one.box.cwd,
      envMode: 'replace',
      ...more,
      env: { ...(more.env ?? one.box.env), ...env },
    }),
    async start(target, more, prompt) {
      const session = await startSession({ options: one.options(target, more), prompt });
      sessions.push(session);
      return session;
    },
  };
  beforeEach(async () => {
    one.model = () => [{ text: 'Hello there.' }];
    api = await messagesApi((request) => one.model(request));
    box = sandbox(api.url);
  });
  afterEach(async () => {
    await Promise.all(sessions.splice(0).map((session) => session.stop()));
    await api?.close();
    box?.remove();
  });
  return one;
}

/** `type/subtype` of each, or the type alone. */
export const kinds = (messages: readonly Message[]) =>
  messages.map((message) =>
    'subtype' in message ? `${message.type}/${message.subtype}` : message.type,
  );

export function lastResult(messages: readonly Message[]): ResultMessage {
  const results = messages.filter((message) => message.type === 'result');
  const last = results.at(-1);
  if (!last) throw new Error(`no result among ${kinds(messages).join(', ')}`);
  return last;
}

/** Whether the conversation has a tool's result already. */
export function toolAnswered(request: ApiRequest): boolean {
  return JSON.stringify(request.messages).includes('tool_result');
}

/** A model that uses one tool and then says a word. */
export function usingTool(tool: string, input: Record<string, unknown>, then = 'Done.') {
  return (request: ApiRequest): Saying[] =>
    toolAnswered(request) ? [{ text: then }] : [{ tool, id: 'toolu_1', input }];
}

/** What the model was last told by the user or a tool, as JSON; the CLI's own reminders follow it. */
export function lastMessage(request: ApiRequest | undefined): string {
  return JSON.stringify(request?.messages.filter(({ role }) => role === 'user').at(-1));
}

/** Resolves once the CLI has read all that was written to it: it answers requests in their order. */
export async function isRead(session: Session): Promise<void> {
  await session.mcpServerStatus();
}

/** Runs any tool without asking. */
export const bypass: Options = {
  permissionMode: 'bypassPermissions',
  allowDangerouslySkipPermissions: true,
};

/** For a model that says no more. */
export const never = new Promise<never>(() => {});

/** Something that a model waits for. */
export function gate(): { opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** A call of Bash that sleeps for long, and the process that does. */
export function sleepingTool(folder: string): { call: Saying; pid(): Promise<number> } {
  const file = join(folder, 'sleeper.pid');
  const command = `echo $$ > ${file}; exec sleep 300`;
  return {
    call: { tool: 'Bash', id: 'toolu_sleep', input: { command } },
    pid: () =>
      until(
        'the tool to run',
        () => existsSync(file) && (Number(readFileSync(file, 'utf8')) || undefined),
        30_000,
      ),
  };
}
