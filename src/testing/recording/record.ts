import { textOf } from '../../codec/jsonObject.js';
import type { Command, Port, ProcessHandle, ProcessListener } from '../../ffi/process/port.js';
import { spawnPort } from '../../ffi/process/spawnPort.js';
import { knownSecrets } from '../../secrets/KnownSecrets.js';
import { redactArgv } from '../../secrets/redact.js';
import { Recorder } from './Recorder.js';
import { readsFrames, recordingFile } from './recording.js';

/** Options of `record`. */
export interface RecordOptions {
  /** The port to record, such as the one of a `fakeCli`. Default: the real CLI. */
  port?: Port;
}

/**
 * Creates a port that records everything that goes to and from the CLI. Pass it as the option
 * `port`. Each line is written to `file` as it happens, with secrets redacted. Every further process
 * gets a file of its own: `name.2.ndjson`, `name.3.ndjson`, and so on. Only you can read the files.
 *
 * If a file cannot be written, because the disk is full for example, the recording ends with the
 * warning `RecordingFailed`, and the session continues.
 */
export function record(file: string, { port = spawnPort() }: RecordOptions = {}): Port {
  let count = 0;
  return {
    ...(port.plain && { plain: true }),
    ...(port.answersVersion && { answersVersion: true }),
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
function cliArgs({ args }: Command): string[] {
  const first = args.findIndex((arg) => arg.startsWith('-'));
  return redactArgv(args.slice(Math.max(0, first)));
}

function recorded(
  port: Port,
  command: Command,
  listener: ProcessListener,
  path: string,
): ProcessHandle {
  knownSecrets.learn(command.env);
  let isPaused = false;
  let isBehind = false;
  let isReleased = false;
  let hasExited = false;
  const updatePause = () => {
    if (isPaused || (isBehind && !hasExited)) handle.pauseOutput();
    else handle.resumeOutput();
  };
  const recorder = new Recorder(path, {
    // A listener must not be called while the process is being started.
    onFailed: (error) => queueMicrotask(() => isReleased || listener.warn?.(failure(path, error))),
    onBehind(behind) {
      isBehind = behind;
      updatePause();
    },
  });
  const afterRecording = (report: () => void) =>
    recorder.whenWritten(() => {
      if (!isReleased) report();
    });
  recorder.started(cliArgs(command));
  const handle = port.start(command, {
    ...listener,
    spawned: (pid) => listener.spawned(pid),
    failed(error) {
      recorder.close();
      listener.failed(error);
    },
    stdout(bytes) {
      recorder.stdout(bytes);
      listener.stdout(bytes);
    },
    stdoutEnded() {
      recorder.stdoutEnded();
      afterRecording(() => listener.stdoutEnded());
    },
    stderr(bytes) {
      recorder.stderr(bytes);
      listener.stderr(bytes);
    },
    exited(exit) {
      hasExited = true;
      // What is left in the pipe would be lost.
      if (isBehind) updatePause();
      recorder.exited(exit);
      afterRecording(() => listener.exited(exit));
    },
  });
  return {
    ...handle,
    write(line, done) {
      if (readsFrames(command.args)) recorder.stdin(line);
      else recorder.prompt(line);
      handle.write(line, done);
    },
    end() {
      if (command.stdin === 'pipe') recorder.stdinEnded();
      handle.end();
    },
    pauseOutput() {
      isPaused = true;
      updatePause();
    },
    resumeOutput() {
      isPaused = false;
      updatePause();
    },
    release() {
      isReleased = true;
      recorder.close();
      handle.release();
    },
  };
}

function failure(path: string, error: unknown) {
  const message = `The recording ${path} could not be written: ${textOf(error)}. The session continues without it. Check the path and the free space of the disk.`;
  return { code: 'RecordingFailed', message, context: { path, error } };
}
