import process from 'node:process';
import { type LineAnswer, type LineRequest, readLine } from './lineEditor.js';
import { Output } from './Output.js';

/** What a command uses of the process it runs in. Tests provide their own. */
export interface Host {
  stdout: Output;
  stderr: Output;
  stdin: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean };
  env: Readonly<Record<string, string | undefined>>;
  /**
   * Calls `listener` on each Ctrl-C. Returns a function that removes it. Without a listener, Ctrl-C
   * terminates the program and its CLI.
   */
  onInterrupt(listener: () => void): () => void;
  /** The same for SIGTERM, with which a supervisor asks for the end. */
  onTerminate(listener: () => void): () => void;
  /** Lets the user type a line on stdin, which must be a terminal. The prompt appears on stderr. */
  readLine(request: LineRequest): Promise<LineAnswer>;
}

/** The host of a real process. */
export function processHost(): Host {
  return {
    stdout: new Output(process.stdout),
    stderr: new Output(process.stderr),
    // A getter, because an open stdin would keep the program alive.
    get stdin() {
      return process.stdin;
    },
    env: process.env,
    onInterrupt(listener) {
      process.on('SIGINT', listener);
      return () => process.off('SIGINT', listener);
    },
    onTerminate(listener) {
      process.on('SIGTERM', listener);
      return () => process.off('SIGTERM', listener);
    },
    readLine: (request) => readLine(request, process.stdin, process.stderr),
  };
}
