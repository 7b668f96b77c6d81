import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryPort } from '../../src/ffi/process/memoryPort.js';
import type { MemoryProcess } from '../../src/ffi/process/memoryProcess.js';
import { RowBuilder } from '../../src/inspect/page/report/RowBuilder.js';
import { createSdkMcpServer, tool } from '../../src/mcp.js';
import type { InspectLike } from '../../src/options/runtimeTypes.js';
import type { Options } from '../../src/options/types.js';
import { query } from '../../src/Query.js';
import type { Session } from '../../src/Session.js';
import { startSession } from '../../src/startSession.js';
import { record } from '../../src/testing/recording/record.js';
import { leave, observedRun } from '../actors/observing/observedRun.js';
import { traced } from '../opentelemetry/traced.js';
import { settle } from '../support/simulated.js';
import { agree, type Talk } from '../support/talkingCli.js';

/** Has neither the name nor the shape of a secret. Only the environment says that it is one. */
export const secret = 'Vq7Zt2Lm8Wx4Kd9Rb3Nc';

/** No part of the secret of this length may be shown either, since texts are cut. */
const partLength = 8;
const parts = Array.from({ length: secret.length - partLength + 1 }, (_, at) =>
  secret.slice(at, at + partLength),
);

/** Every place in which a run reports about itself, with what it reported there. */
export type Places = Record<
  | 'errors'
  | 'warnings'
  | 'events'
  | 'items'
  | 'log'
  | 'metrics'
  | 'spans'
  | 'rows'
  | 'rowsWithoutContent'
  | 'recording',
  unknown[]
>;

export interface WatchedRun {
  options: Options;
  places: Places;
  /** What the user iterates over. It stays as it is. */
  messages: unknown[];
  process(): MemoryProcess;
  /** Notes the error of a promise. Never rejects. */
  watch(promise: Promise<unknown>): Promise<void>;
  /** Reads the places that are known only at the end. */
  finish(): void;
}

export interface RunSettings {
  /** An empty folder, for the recording. */
  folder: string;
  options?: Options;
  /** What the CLI does once it was asked to start. */
  onStart?(process: MemoryProcess): void;
  onRequest?: Talk['onRequest'];
}

const fail = () => Promise.reject(new Error(`The user's code failed with ${secret}.`));

/** A run with everybody listening. Its environment, arguments, prompt and callbacks have the secret. */
function watchedRun({ folder, options, onStart, onRequest = agree }: RunSettings): WatchedRun {
  const port = memoryPort({
    started: onStart ?? ((process) => process.spawn(7)),
    wrote(process, line) {
      if (options?.mode === 'oneShot') return;
      const { request_id, request } = JSON.parse(line);
      const answer = request && onRequest(request);
      if (answer === undefined) return;
      const outcome =
        typeof answer === 'string'
          ? { subtype: 'error', error: answer }
          : { subtype: 'success', response: answer };
      const response = { ...outcome, request_id };
      process.stdout(`${JSON.stringify({ type: 'control_response', response })}\n`);
    },
    // A one-shot CLI reads its prompt to the end, and then works.
    ended: (process) => options?.mode !== 'oneShot' && leave(process),
    killed: (process) => leave(process),
  });
  const run = observedRun();
  const trace = traced({ content: 'shown' });
  const signals: Parameters<RowBuilder['build']>[0][number][] = [];
  const messages: unknown[] = [];
  const places: Places = {
    errors: [],
    warnings: run.warnings,
    events: [],
    items: [],
    log: run.lines,
    metrics: run.metrics,
    spans: [],
    rows: [],
    rowsWithoutContent: [],
    recording: [],
  };
  const hooks = [{ hooks: [fail] }];
  const mcpServer = () => createSdkMcpServer({ name: 'tools', tools: [tool('t', 'x', {}, fail)] });
  return {
    places,
    messages,
    options: {
      ...run.options,
      env: { FOO_TOKEN: secret },
      extraArgs: { 'append-note': `the key is ${secret}` },
      hooks: { PreToolUse: hooks, PostToolUse: hooks, UserPromptSubmit: hooks },
      canUseTool: fail,
      mcpServers: { tools: mcpServer() },
      telemetry: trace.telemetry,
      inspect: { take: (signal: never) => void signals.push(signal) } as unknown as InspectLike,
      ...options,
      port: record(join(folder, 'run.ndjson'), { port }),
    },
    process() {
      const [process] = port.processes;
      if (!process) throw new Error('nothing was started');
      return process;
    },
    watch: (promise) =>
      promise.then(
        () => {},
        (error) => void places.errors.push(error),
      ),
    finish() {
      for (const { name, attributes, events, status, links } of trace.spans()) {
        places.spans.push({ name, attributes, events, status, links });
      }
      places.rows.push(...new RowBuilder('shown').build(signals).rows);
      places.rowsWithoutContent.push(...new RowBuilder('hidden').build(signals).rows);
      for (const file of readdirSync(folder)) {
        places.recording.push(readFileSync(join(folder, file), 'utf8'));
      }
    },
  };
}

export type Play = (process: MemoryProcess, session?: Session) => unknown;

/** A session that fails: the CLI says what `play` says, and crashes with the secret on stderr. */
export async function watchSession(play: Play, settings: RunSettings): Promise<WatchedRun> {
  const run = watchedRun(settings);
  try {
    const session = await startSession({ options: run.options });
    const events = readEvents(session, run);
    const messages = readMessages(session, run);
    const asked = [session.send(`Use ${secret}.`).result, session.setModel('sonnet')];
    const watched = asked.map((promise) => run.watch(promise));
    await settle();
    await play(run.process(), session);
    await settle();
    crash(run.process());
    await Promise.all([...watched, run.watch(session.end()), events, messages]);
  } catch (error) {
    run.places.errors.push(error);
  }
  await settle();
  run.finish();
  return run;
}

/** The same for a one-shot query. */
export async function watchQuery(play: Play, settings: RunSettings): Promise<WatchedRun> {
  const { hooks: _, canUseTool: __, mcpServers: ___, ...options } = { ...settings.options };
  const none = { hooks: undefined, canUseTool: undefined, mcpServers: undefined };
  const run = watchedRun({ ...settings, options: { ...options, ...none, mode: 'oneShot' } });
  const stream = query(`Use ${secret}.`, run.options);
  const reading = run.watch(readItems());
  await settle();
  await play(run.process());
  await settle();
  crash(run.process());
  await reading;
  await run.watch(stream.close());
  await settle();
  run.finish();
  return run;

  async function readItems(): Promise<void> {
    for await (const item of stream.items()) {
      if (item.kind === 'message') run.messages.push(item.message);
      else run.places.items.push(item);
    }
  }
}

function crash(process: MemoryProcess): void {
  try {
    process.stderr(`bad key: ${secret}\n`);
    leave(process, 1);
  } catch {
    // It has not started, or is gone already.
  }
}

/** The result of a turn and what a task does are what the CLI said, like messages. */
async function readEvents(session: Session, { places }: WatchedRun): Promise<void> {
  for await (const event of session.events()) {
    if (event.type === 'turn') places.events.push({ ...event, result: undefined });
    else if (event.type !== 'task') places.events.push(event);
  }
}

async function readMessages(session: Session, { messages, watch }: WatchedRun): Promise<void> {
  const read = async () => {
    for await (const message of session.messages()) messages.push(message);
  };
  await watch(read());
}

/** The texts that show the secret or a part of it, with their places. */
export function leaksOf({ places }: WatchedRun): string[] {
  return Object.entries(places).flatMap(([place, told]) =>
    [...textsIn(told)]
      .filter((text) => parts.some((part) => text.includes(part)))
      .map((text) => `${place}: ${around(text)}`),
  );
}

function around(text: string): string {
  const at = Math.min(...parts.map((part) => text.indexOf(part)).filter((found) => found >= 0));
  return text.slice(Math.max(0, at - 100), at + 100);
}

/** Every text in a value, including keys, bytes, and an error's stack and cause. */
function* textsIn(value: unknown, seen = new Set<unknown>()): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof Uint8Array) return yield Buffer.from(value).toString('latin1');
  if (value instanceof Map || value instanceof Set) yield* textsIn([...value], seen);
  for (const key of Reflect.ownKeys(value)) {
    yield String(key);
    yield* textsIn(Reflect.get(value, key), seen);
  }
}
