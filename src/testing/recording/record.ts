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
import type { Entry } from './recording.js';
import { recordingFile, redactedFrame } from './recording.js';

/** Options of `record`. */
export interface RecordOptions {
  /** The port to record, such as that of a `fakeCli`. Default: the real CLI. */
  port?: Port;
}

/**
 * Creates a port that records everything that goes to and from the CLI. Pass it as the option
 * `port`. Each line is written to `file` as it happens, with secrets redacted. Every further process
 * gets a file of its own: `name.2.ndjson`, `name.3.ndjson`, and so on.
 */
export function record(file: string, { port = spawnPort() }: RecordOptions = {}): Port {
  let count = 0;
  return {
    ...(port.plain && { plain: true }),
    start(command, listener) {
      if (asksForVersion(command)) return port.start(command, listener);
      count += 1;
      return recorded(port, command, listener, recordingFile(file, count));
    },
  };
}

/** A version probe is not recorded. `--version` after `--` is part of a prompt. */
function asksForVersion({ args }: Command): boolean {
  return args.at(-1) === '--version' && !args.includes('--');
}

/** The CLI's own arguments, without the script path if it was started as `node cli.js …`. */
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
  const decoder = new TextDecoder();
  let stderr = '';
  let exited: Exit | undefined;
  let isOver = false;
  const note = (entry: Entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`);
  const out = new LineReader((line, isUnended) => {
    if (line === '') return;
    const message = redactedFrame(line, env);
    const said = message ? { message } : { text: redact(line, { env }) };
    note({ dir: 'out', ...said, ...(isUnended && { unended: true }) });
  });
  /** Writes the last line of the recording, once the CLI has exited and no more output can come. */
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
      stderr += decoder.decode(bytes, { stream: true });
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
        const message = redactedFrame(one, env);
        if (message && !isOver) note({ dir: 'in', message });
      }
      handle.write(line, done);
    },
    end() {
      if (command.stdin === 'pipe' && !isOver) note({ dir: 'in', eof: true });
      handle.end();
    },
    release() {
      // Do not wait for a descendant that holds stdout open.
      if (!isOver) out.end();
      finish();
      handle.release();
    },
  };
}
