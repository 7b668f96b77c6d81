import { posix, win32 } from 'node:path';
import { ClaudeActorsError, type ErrorCode, type ErrorDetails } from '../../errors.js';
import { knownSecrets } from '../../secrets/KnownSecrets.js';
import { redactArgv } from '../../secrets/redact.js';
import { type FileSystem, nodeFileSystem } from '../discovery/fileSystem.js';
import { readVariable } from '../environment/environment.js';
import { canRunOn, headerBytes, readBinaryHeader } from './binaryHeader.js';
import type { Command } from './port.js';
import * as messages from './spawnErrorMessages.js';

export interface SpawnHost {
  platform: NodeJS.Platform;
  arch: string;
  files: FileSystem;
}

const nodeHost: SpawnHost = {
  platform: process.platform,
  arch: process.arch,
  files: nodeFileSystem,
};

/**
 * Explains why a process could not be started. Node reports ENOENT for the program even if the
 * working directory or a script's interpreter is missing, so we check the file system.
 */
export function spawnFailure(
  cause: unknown,
  command: Command,
  host: SpawnHost = nodeHost,
): ClaudeActorsError {
  const { code, errno } = codesOf(cause);
  const fail = errorFactory(command, cause);
  // Windows reports ENAMETOOLONG for a command line of more than 32,767 characters.
  if (code === 'E2BIG' || (code === 'ENAMETOOLONG' && host.platform === 'win32')) {
    return fail('ArgumentTooLong', messages.tooLong(command));
  }
  const resource = messages.resourceError(code);
  if (resource !== undefined) return fail('SpawnFailed', resource);
  if (command.cwd !== undefined) {
    const state = host.files.directoryState(command.cwd);
    if (state !== 'directory') {
      return fail('InvalidWorkingDirectory', messages.badDirectory(command.cwd, state));
    }
  }
  const path = locate(command, host);
  const state = path === undefined ? 'missing' : host.files.fileState(path);
  if (path === undefined || state === 'missing') {
    return fail('CliNotFound', messages.notFound(path ?? command.file));
  }
  if (state === 'brokenLink') return fail('CliBrokenLink', messages.brokenLink(path));
  if (state === 'linkLoop') return fail('CliBrokenLink', messages.linkLoop(path));
  if (state === 'notAFile') return fail('CliNotExecutable', messages.notAFile(path));
  if (state === 'notExecutable') return fail('CliNotExecutable', messages.notExecutable(path));
  const header = headerOf(path, host);
  if (isFormatError(code, errno, host) || !canRunOn(header, host.platform, host.arch)) {
    return fail('CliWrongArchitecture', messages.wrongArchitecture(path, header, host));
  }
  if (code === 'ENOENT') return fail('CliNotExecutable', messages.missingInterpreter(path, header));
  if (code === 'EACCES') return fail('CliNotExecutable', messages.permissionDenied(path));
  return fail('SpawnFailed', messages.otherError(path, cause));
}

/**
 * The error for a binary of another architecture, or undefined if this system can run the file.
 * Call it when a process exits early: spawning a foreign binary often succeeds, because glibc passes
 * what the kernel refuses to `sh`, which then exits at once.
 */
export function architectureFailure(
  command: Command,
  cause?: unknown,
  host: SpawnHost = nodeHost,
): ClaudeActorsError | undefined {
  const path = locate(command, host);
  if (path === undefined) return undefined;
  const header = headerOf(path, host);
  if (canRunOn(header, host.platform, host.arch)) return undefined;
  const message = messages.wrongArchitecture(path, header, host);
  return errorFactory(command, cause)('CliWrongArchitecture', message);
}

function errorFactory(command: Command, cause: unknown) {
  knownSecrets.learn(command.env);
  const details: ErrorDetails = {
    stage: 'spawn',
    cliPath: command.file,
    argv: redactArgv([command.file, ...command.args]),
  };
  if (command.cwd !== undefined) details.cwd = command.cwd;
  return (code: ErrorCode, message: string) =>
    new ClaudeActorsError(code, message, details, { cause: safeCause(cause) });
}

/** Drops `spawnargs` from Node's error: printing our error would print the whole command line. */
function safeCause(cause: unknown): unknown {
  if (typeof cause !== 'object' || cause === null) return undefined;
  const { message = '', code, errno, syscall } = cause as Partial<NodeJS.ErrnoException>;
  return Object.assign(new Error(message), { code, errno, syscall });
}

function codesOf(cause: unknown): { code: string; errno: number } {
  const { code, errno } = (cause ?? {}) as { code?: unknown; errno?: unknown };
  return {
    code: typeof code === 'string' ? code : '',
    errno: typeof errno === 'number' ? errno : 0,
  };
}

/** ENOEXEC, EBADARCH (86) on macOS, or a bad image on Windows. libuv has no name for some of them. */
function isFormatError(code: string, errno: number, { platform }: SpawnHost): boolean {
  if (code === 'ENOEXEC' || code === 'EFTYPE' || code === 'Unknown system error -8') return true;
  if (platform === 'win32') return code === 'UNKNOWN';
  return errno === -8 || (platform === 'darwin' && errno === -86);
}

function headerOf(path: string, { files }: SpawnHost) {
  // A file that we cannot read counts as an unknown format, like a single zero byte.
  return readBinaryHeader(files.readHead(path, headerBytes) ?? new Uint8Array(1));
}

/** The path that the system would execute. It looks a bare name up in the child's PATH. */
function locate({ file, cwd, env }: Command, { platform, files }: SpawnHost): string | undefined {
  const paths = platform === 'win32' ? win32 : posix;
  const from = cwd ?? '.';
  if (file.includes('/') || (platform === 'win32' && file.includes('\\'))) {
    return paths.resolve(from, file);
  }
  if (file === '') return undefined;
  const candidates = (readVariable(env, 'PATH', platform) ?? '')
    .split(paths.delimiter)
    .map((directory) => paths.resolve(from, directory, file));
  const present = candidates.filter(
    (path) => !['missing', 'denied'].includes(files.fileState(path)),
  );
  return present.find((path) => files.fileState(path) === 'executable') ?? present[0];
}
