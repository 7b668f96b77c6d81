import { type MemoryPort, memoryPort } from '../../src/ffi/process/memoryPort.js';
import type { MemoryProcess } from '../../src/ffi/process/memoryProcess.js';
import type { StopSignal } from '../../src/ffi/process/port.js';

type Json = Record<string, unknown>;

export interface Talk {
  /** What it says to a user message; an echo and a result if absent. */
  onMessage?(say: (frame: Json | string) => void, message: Json, process: MemoryProcess): void;
  /** The answer to a control request; undefined leaves it open, a string refuses it. */
  onRequest?(request: Json): Json | string | undefined;
  /** What it says once it has started in one-shot mode. */
  oneShot?(say: (frame: Json | string) => void, process: MemoryProcess): void;
  onSignal?(signal: StopSignal, process: MemoryProcess): void;
  /** What it does at the end of its input; exits with 0 if absent. */
  onEnd?(process: MemoryProcess): void;
}

export interface TalkingCli extends MemoryPort {
  readonly process: MemoryProcess;
  /** What was written to it, decoded. */
  readonly heard: readonly Json[];
  /** The prompts of one-shot queries. */
  readonly prompts: readonly string[];
}

export const sessionId = 'aaaaaaaa-0000-4000-8000-000000000000';

export const assistant = (text: string): Json => ({
  type: 'assistant',
  message: { role: 'assistant', content: [{ type: 'text', text }] },
  parent_tool_use_id: null,
  session_id: sessionId,
});

export const result = (text: string, more: Json = {}): Json => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: text,
  session_id: sessionId,
  ...more,
});

export const init: Json = { type: 'system', subtype: 'init', session_id: sessionId };
export const state = (name: string): Json => ({
  type: 'system',
  subtype: 'session_state_changed',
  state: name,
  session_id: sessionId,
});
export const lifecycle = (uuid: unknown, name: string): Json => ({
  type: 'command_lifecycle',
  command_uuid: uuid,
  state: name,
  session_id: sessionId,
});

/** The frames of one whole turn, as a CLI of today sends them. */
export function turnFrames(uuid: unknown, text: string): Json[] {
  return [
    lifecycle(uuid, 'queued'),
    lifecycle(uuid, 'started'),
    state('running'),
    init,
    assistant(text),
    result(text, { user_message_uuids: [uuid] }),
    lifecycle(uuid, 'completed'),
    state('idle'),
  ];
}

/** A CLI in memory that keeps up its side of the conversation; for the option `port`. */
export function talkingCli(talk: Talk = {}): TalkingCli {
  const heard: Json[] = [];
  const prompts: string[] = [];
  const say = (process: MemoryProcess) => (frame: Json | string) =>
    process.stdout(`${typeof frame === 'string' ? frame : JSON.stringify(frame)}\n`);
  const gone = new Set<MemoryProcess>();
  const exit = (process: MemoryProcess, code = 0) => {
    if (gone.has(process)) return;
    gone.add(process);
    process.endStdout();
    process.exit({ code });
  };
  const port = memoryPort({
    started(process) {
      process.spawn(4711);
    },
    wrote(process, line) {
      if (isOneShot(process)) {
        prompts.push(line);
        return;
      }
      const frame = JSON.parse(line) as Json;
      heard.push(frame);
      if (frame.type === 'user') (talk.onMessage ?? echo)(say(process), frame, process);
      if (frame.type !== 'control_request') return;
      const answer = (talk.onRequest ?? agree)(frame.request as Json);
      if (answer === undefined) return;
      const id = { request_id: frame.request_id };
      const response =
        typeof answer === 'string'
          ? { subtype: 'error', ...id, error: answer }
          : { subtype: 'success', ...id, response: answer };
      say(process)({ type: 'control_response', response });
    },
    ended(process) {
      if (!isOneShot(process)) (talk.onEnd ?? exit)(process);
      else if (!gone.has(process)) (talk.oneShot ?? echoOnce)(say(process), process);
    },
    killed: (process, signal) =>
      (talk.onSignal ?? ((_, process) => exit(process, 143)))(signal, process),
  });
  return {
    ...port,
    heard,
    prompts,
    get process() {
      const [process] = port.processes;
      if (!process) throw new Error('nothing was started');
      return process;
    },
  };

  function echoOnce(speak: (frame: Json) => void, process: MemoryProcess): void {
    for (const frame of [init, assistant('Hello.'), result('Hello.')]) speak(frame);
    exit(process);
  }
}

/** What every CLI answers to the handshake. */
export const handshake: Json = {
  commands: [{ name: 'help', description: 'Shows help', argumentHint: '' }],
  models: [{ value: 'sonnet', displayName: 'Sonnet', description: 'Fast' }],
  agents: [],
  account: { email: 'dev@example.com' },
  output_style: 'default',
  available_output_styles: ['default'],
};

export function agree(request: Json): Json {
  return request.subtype === 'initialize' ? handshake : {};
}

function echo(say: (frame: Json) => void, message: Json): void {
  const { content } = message.message as { content: unknown };
  for (const frame of turnFrames(message.uuid, `You said ${JSON.stringify(content)}`)) say(frame);
}

function isOneShot({ command }: MemoryProcess): boolean {
  return !command.args.includes('--input-format');
}
