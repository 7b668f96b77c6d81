import { Readable, Writable } from 'node:stream';
import type { Host } from '../../../src/cli/host.js';
import type { LineAnswer, LineRequest } from '../../../src/cli/lineEditor.js';
import { Output } from '../../../src/cli/Output.js';

export interface MemoryHostOptions {
  terminal?: boolean | { stdout: boolean; stderr: boolean };
  columns?: number;
  stdin?: string | { isTTY: true };
  env?: Record<string, string>;
  /** What the user types at each prompt: a line, or Ctrl-C or Ctrl-D. Then nothing more. */
  typed?: readonly (string | LineAnswer)[];
}

export interface MemoryHost extends Host {
  out(): string;
  err(): string;
  /** The prompts that the user saw. */
  readonly asked: LineRequest[];
  pressCtrlC(): void;
  /** Presses Ctrl-D at the prompt that is open. */
  hangUp(): void;
  /** How many would hear a Ctrl-C. */
  listeners(): number;
  /** From now on nobody reads stdout. */
  breakStdout(): void;
}

/** A program around a command that is all in memory. */
export function memoryHost({
  terminal = false,
  columns,
  stdin = '',
  env = {},
  typed = [],
}: MemoryHostOptions = {}): MemoryHost {
  const isTTY = typeof terminal === 'object' ? terminal : { stdout: terminal, stderr: terminal };
  const out = memoryStream({ isTTY: isTTY.stdout, columns });
  const err = memoryStream({ isTTY: isTTY.stderr, columns });
  const asked: LineRequest[] = [];
  const toType = [...typed];
  let hangUp = () => {};
  const listeners = new Set<() => void>();
  return {
    stdout: new Output(out.stream),
    stderr: new Output(err.stream),
    stdin:
      typeof stdin === 'string'
        ? Readable.from([Buffer.from(stdin)])
        : Object.assign(Readable.from([]), stdin),
    env,
    onInterrupt(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    onTerminate: () => () => {},
    asked,
    async readLine(request) {
      asked.push(request);
      const next = toType.shift();
      if (next !== undefined) return typeof next === 'string' ? { kind: 'line', text: next } : next;
      return new Promise((resolve) => {
        hangUp = () => resolve({ kind: 'end' });
        if (request.signal?.aborted) resolve({ kind: 'aborted', text: '' });
        request.signal?.addEventListener('abort', () => resolve({ kind: 'aborted', text: '' }));
      });
    },
    out: out.text,
    err: err.text,
    pressCtrlC: () => {
      for (const listen of [...listeners]) listen();
    },
    hangUp: () => hangUp(),
    listeners: () => listeners.size,
    breakStdout: () => void out.stream.destroy(new Error('EPIPE')),
  };
}

function memoryStream(traits: { isTTY: boolean; columns: number | undefined }) {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  return { stream: Object.assign(stream, traits), text: () => text };
}
