import { appendFileSync, writeFileSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { redact, redactArgv } from '../../ffi/environment/secrets.js';
import type { Command, Port, ProcessHandle, ProcessListener } from '../../ffi/process/Port.js';
import { spawnPort } from '../../ffi/process/spawnPort.js';
import { keptFrame } from './keptFrame.js';
import { numberedFile } from './numberedFile.js';
import type { Entry } from './Recording.js';

export interface RecordOptions {
  /** What is recorded: a fake CLI's port; the real CLI if not given. */
  port?: Port;
}

/**
 * For the option `port`: what goes to and from the CLI is written to a file, line by line as it
 * happens, with secrets hidden. Each further process gets a file of its own: `name.2.ndjson`.
 */
export function record(file: string, { port = spawnPort() }: RecordOptions = {}): Port {
  let count = 0;
  return {
    start(command, listener) {
      count += 1;
      return recorded(port, command, listener, numberedFile(file, count));
    },
  };
}

function recorded(
  port: Port,
  command: Command,
  listener: ProcessListener,
  file: string,
): ProcessHandle {
  const { env } = command;
  let stderr = '';
  const note = (entry: Entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`);
  const frame = (dir: 'in' | 'out') => (line: string) => {
    const message = keptFrame(line, env);
    if (message) note({ dir, message } as Entry);
  };
  const out = linesInto(frame('out'));
  writeFileSync(file, '');
  note({ dir: 'argv', args: redactArgv(command.args, { env }) });
  const handle = port.start(command, {
    ...listener,
    spawned: (pid) => listener.spawned(pid),
    failed: (error) => listener.failed(error),
    stdout(bytes) {
      out(bytes);
      listener.stdout(bytes);
    },
    stdoutEnded: () => listener.stdoutEnded(),
    stderr(bytes) {
      stderr += new TextDecoder().decode(bytes);
      listener.stderr(bytes);
    },
    exited(exit) {
      note({ dir: 'exit', code: exit.code, signal: exit.signal, stderr: redact(stderr, { env }) });
      listener.exited(exit);
    },
  });
  return {
    ...handle,
    write(line, done) {
      for (const one of line.split('\n')) frame('in')(one);
      handle.write(line, done);
    },
    end() {
      if (command.stdin === 'pipe') note({ dir: 'in', eof: true });
      handle.end();
    },
  };
}

/** Calls for each whole line, whatever pieces the bytes come in. */
function linesInto(take: (line: string) => void): (bytes: Uint8Array) => void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  return (bytes) => {
    const lines = (rest + decoder.write(Buffer.from(bytes))).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  };
}
