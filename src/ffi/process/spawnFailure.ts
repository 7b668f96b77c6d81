import { posix, win32 } from 'node:path';
import { ClaudeActorsError, type ErrorCode, type ErrorDetails } from '../../errors.js';
import { type FileSystem, nodeFileSystem } from '../discovery/fileSystem.js';
import { redact, redactArgv } from '../environment/secrets.js';
import { readVariable } from '../environment/variables.js';
import { canRunOn, headerBytes, readBinaryHeader } from './binaryHeader.js';
import type { Command } from './Port.js';
import * as advice from './spawnAdvice.js';

export interface SpawnHost {
  platform: NodeJS.Platform;
  arch: string;
  files: FileSystem;
}

const thisHost: SpawnHost = {
  platform: process.platform,
  arch: process.arch,
  files: nodeFileSystem,
};

/**
 * Says why nothing was started. Node reports a missing working directory as ENOENT of the program,
 * and a script without its interpreter alike, so the disk is asked which of them it was.
 */
export function spawnFailure(
  cause: unknown,
  command: Command,
  host: SpawnHost = thisHost,
): ClaudeActorsError {
  const { code, errno } = codesOf(cause);
  const fail = failer(command, cause);
  // Windows says ENAMETOOLONG of a command line beyond 32,767 characters.
  if (code === 'E2BIG' || (code === 'ENAMETOOLONG' && host.platform === 'win32')) {
    return fail('ArgumentTooLong', advice.tooLong(command));
  }
  const resource = advice.aboutResources(code);
  if (resource !== undefined) return fail('SpawnFailed', resource);
  if (command.cwd !== undefined) {
    const state = host.files.lookAtDirectory(command.cwd);
    if (state !== 'directory') {
      return fail('InvalidWorkingDirectory', advice.badDirectory(command.cwd, state));
    }
  }
  const path = locate(command, host);
  const state = path === undefined ? 'missing' : host.files.look(path);
  if (path === undefined || state === 'missing') {
    return fail('CliNotFound', advice.notFound(path ?? command.file));
  }
  if (state === 'brokenLink') return fail('CliBrokenLink', advice.brokenLink(path));
  if (state === 'linkLoop') return fail('CliBrokenLink', advice.linkLoop(path));
  if (state === 'notAFile') return fail('CliNotExecutable', advice.notAFile(path));
  if (state === 'notExecutable') return fail('CliNotExecutable', advice.notExecutable(path));
  const header = headerOf(path, host);
  if (isFormatError(code, errno, host) || !canRunOn(header, host.platform, host.arch)) {
    return fail('CliWrongArchitecture', advice.wrongArchitecture(path, header, host));
  }
  if (code === 'ENOENT') return fail('CliNotExecutable', advice.missingInterpreter(path, header));
  if (code === 'EACCES') return fail('CliNotExecutable', advice.refused(path));
  return fail('SpawnFailed', advice.other(path, cause));
}

/**
 * A foreign binary is often no spawn error: glibc hands what the kernel refuses to `sh`, which exits
 * at once. So this can be asked of a start that ended early.
 */
export function architectureFailure(
  command: Command,
  cause?: unknown,
  host: SpawnHost = thisHost,
): ClaudeActorsError | undefined {
  const path = locate(command, host);
  if (path === undefined) return undefined;
  const header = headerOf(path, host);
  if (canRunOn(header, host.platform, host.arch)) return undefined;
  const message = advice.wrongArchitecture(path, header, host);
  return failer(command, cause)('CliWrongArchitecture', message);
}

function failer(command: Command, cause: unknown) {
  const details: ErrorDetails = {
    stage: 'spawn',
    cliPath: command.file,
    argv: redactArgv([command.file, ...command.args], { env: command.env }),
  };
  if (command.cwd !== undefined) details.cwd = command.cwd;
  return (code: ErrorCode, message: string) =>
    new ClaudeActorsError(code, message, details, { cause: safeCause(cause, command) });
}

/** Node's own error carries the whole command line (`spawnargs`), and printing ours prints it. */
function safeCause(cause: unknown, { env }: Command): unknown {
  if (typeof cause !== 'object' || cause === null) return undefined;
  const { message = '', code, errno, syscall } = cause as Partial<NodeJS.ErrnoException>;
  const safe = new Error(redact(message, { env }));
  return Object.assign(safe, { code, errno, syscall: syscall && redact(syscall, { env }) });
}

function codesOf(cause: unknown): { code: string; errno: number } {
  const { code, errno } = (cause ?? {}) as { code?: unknown; errno?: unknown };
  return {
    code: typeof code === 'string' ? code : '',
    errno: typeof errno === 'number' ? errno : 0,
  };
}

/** ENOEXEC, macOS's EBADARCH (86), Windows's bad image: libuv has no name for some of them. */
function isFormatError(code: string, errno: number, { platform }: SpawnHost): boolean {
  if (code === 'ENOEXEC' || code === 'EFTYPE' || code === 'Unknown system error -8') return true;
  if (platform === 'win32') return code === 'UNKNOWN';
  return errno === -8 || (platform === 'darwin' && errno === -86);
}

function headerOf(path: string, { files }: SpawnHost) {
  // What cannot be read says nothing, like a byte of no known format.
  return readBinaryHeader(files.readHead(path, headerBytes) ?? new Uint8Array(1));
}

/** The file as the system sees it: a bare name is looked up in the child's PATH. */
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
  const present = candidates.filter((path) => !['missing', 'denied'].includes(files.look(path)));
  return present.find((path) => files.look(path) === 'executable') ?? present[0];
}
