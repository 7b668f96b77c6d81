import { Readable, Writable } from 'node:stream';
import type { Host } from '../../../src/cli/host.js';
import { Output } from '../../../src/cli/Output.js';

export interface MemoryHostOptions {
  terminal?: boolean | { stdout: boolean; stderr: boolean };
  columns?: number;
  stdin?: string | { isTTY: true };
  env?: Record<string, string>;
}

export interface MemoryHost extends Host {
  out(): string;
  err(): string;
  pressCtrlC(): void;
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
}: MemoryHostOptions = {}): MemoryHost {
  const isTTY = typeof terminal === 'object' ? terminal : { stdout: terminal, stderr: terminal };
  const out = memoryStream({ isTTY: isTTY.stdout, columns });
  const err = memoryStream({ isTTY: isTTY.stderr, columns });
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
    out: out.text,
    err: err.text,
    pressCtrlC: () => {
      for (const listen of [...listeners]) listen();
    },
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
