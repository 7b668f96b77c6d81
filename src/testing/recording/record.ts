import { appendFileSync, writeFileSync } from 'node:fs';
import { redact, redactArgv } from '../../ffi/environment/secrets.js';
import type {
  Command,
  Exit,
  Port,
  ProcessHandle,
  ProcessListener,
} from '../../ffi/process/port.js';
import { spawnPort } from '../../ffi/process/spawnPort.js';
import { LineReader } from '../cli/LineReader.js';
import { keptFrame } from './keptFrame.js';
import { numberedFile } from './numberedFile.js';
import type { Entry } from './Recording.js';

export interface RecordOptions {
  /** What is recorded: a fake CLI's port; the real CLI if not given, found as it always is. */
  port?: Port;
}

/**
 * For the option `port`: what goes to and from the CLI is written to a file, line by line as it
 * happens, with secrets hidden. Each further process gets a file of its own: `name.2.ndjson`.
 */
export function record(file: string, { port = spawnPort() }: RecordOptions = {}): Port {
  let count = 0;
  return {
    ...(port.plain && { plain: true }),
    start(command, listener) {
      if (asksForVersion(command)) return port.start(command, listener);
      count += 1;
      return recorded(port, command, listener, numberedFile(file, count));
    },
  };
}

/** That is no exchange. A prompt comes after `--`. */
function asksForVersion({ args }: Command): boolean {
  return args.at(-1) === '--version' && !args.includes('--');
}

/** Without what starts it, where it is no program of its own: `node cli.js …`. */
function cliArgs({ args, env }: Command): string[] {
  const first = args.findIndex((arg) => arg.startsWith('-'));
  return redactArgv(args.slice(Math.max(0, first)), { env });
}

function recorded(
  port: Port,
  command: Command,
  listener: ProcessListener,
  file: string,
): ProcessHandle {
  const { env } = command;
  const complaints = new TextDecoder();
  let stderr = '';
  let exited: Exit | undefined;
  let isOver = false;
  const note = (entry: Entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`);
  const out = new LineReader((line, isUnended) => {
    if (line === '') return;
    const message = keptFrame(line, env);
    const said = message ? { message } : { text: redact(line, { env }) };
    note({ dir: 'out', ...said, ...(isUnended && { unended: true }) });
  });
  /** Output may come after the exit; the last line of a recording is where none can come any more. */
  const finish = () => {
    if (isOver || !exited) return;
    isOver = true;
    const { code, signal } = exited;
    note({ dir: 'exit', code, signal, stderr: redact(stderr, { env }) });
  };
  let isOutputOver = false;
  writeFileSync(file, '');
  note({ dir: 'argv', args: cliArgs(command) });
  const handle = port.start(command, {
    ...listener,
    spawned: (pid) => listener.spawned(pid),
    failed: (error) => listener.failed(error),
    stdout(bytes) {
      if (!isOver) out.push(bytes);
      listener.stdout(bytes);
    },
    stdoutEnded() {
      isOutputOver = true;
      out.end();
      finish();
      listener.stdoutEnded();
    },
    stderr(bytes) {
      stderr += complaints.decode(bytes, { stream: true });
      listener.stderr(bytes);
    },
    exited(exit) {
      exited = exit;
      if (isOutputOver) finish();
      listener.exited(exit);
    },
  });
  return {
    ...handle,
    write(line, done) {
      for (const one of line.split('\n')) {
        const message = keptFrame(one, env);
        if (message && !isOver) note({ dir: 'in', message });
      }
      handle.write(line, done);
    },
    end() {
      if (command.stdin === 'pipe' && !isOver) note({ dir: 'in', eof: true });
      handle.end();
    },
    release() {
      // A descendant that holds its stdout is not waited for.
      if (!isOver) out.end();
      finish();
      handle.release();
    },
  };
}
