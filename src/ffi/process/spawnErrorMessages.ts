import { withoutFullStop } from '../../util/withoutFullStop.js';
import { isJavaScript } from '../discovery/cliCommand.js';
import { installCommand } from '../discovery/discoveryTrace.js';
import type { DirectoryState } from '../discovery/fileSystem.js';
import type { BinaryHeader } from './binaryHeader.js';
import type { Command } from './port.js';

/** Errors that say nothing about the file. */
const resourceErrors: Record<string, string> = {
  EAGAIN: 'The system cannot create another process. Stop some, or raise `ulimit -u`.',
  ENOMEM: 'The system is out of memory. Free some and try again.',
  EMFILE: 'This process has too many open files. Close some, or raise `ulimit -n`.',
  ENFILE: 'The system has too many open files. Close some and try again.',
  ETXTBSY: 'The file is being written to, perhaps by an update of the CLI. Try again.',
};

export function resourceError(code: string): string | undefined {
  const text = Object.hasOwn(resourceErrors, code) ? resourceErrors[code] : undefined;
  return text === undefined ? undefined : `Could not start the Claude Code CLI (${code}). ${text}`;
}

export function badDirectory(path: string, state: DirectoryState): string {
  const problem =
    state === 'missing'
      ? 'does not exist'
      : state === 'denied'
        ? 'cannot be entered (permission denied)'
        : 'is not a directory';
  return `The working directory ${path} ${problem}. Set \`cwd\` to an existing directory that you may enter.`;
}

/** Programs search the message for the first words, which the official SDK chooses by the file. */
export function notFound(path: string): string {
  const file = isJavaScript(path) ? 'executable' : 'native binary';
  return `Claude Code ${file} not found at ${path}. Install it (${installCommand}) or set \`pathToClaudeCodeExecutable\` to its path.`;
}

export function brokenLink(path: string): string {
  return `${path} is a symbolic link to a file that does not exist. Reinstall the CLI (${installCommand}) or set another path.`;
}

export function linkLoop(path: string): string {
  return `${path} is a symbolic link that leads back to itself. Remove it and reinstall the CLI (${installCommand}), or set another path.`;
}

export function notAFile(path: string): string {
  return `${path} is not a file. Set the path of the CLI executable itself.`;
}

export function notExecutable(path: string): string {
  return `${path} is not executable. Run: chmod +x ${path}`;
}

export function permissionDenied(path: string): string {
  return `Permission denied: the system refused to execute ${path}. Check the permissions of its directories and of its interpreter, and that its file system is not mounted with noexec.`;
}

export function otherError(path: string, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return `Could not start ${path}: ${withoutFullStop(reason)}. See \`cause\`.`;
}

export function wrongArchitecture(
  path: string,
  header: BinaryHeader,
  { platform, arch }: { platform: string; arch: string },
): string {
  const kind =
    'machines' in header
      ? `built for another system (${header.format}, ${header.machines.join(', ')})`
      : header.format === 'empty'
        ? 'an empty file'
        : 'not a program that this system can run';
  return `${path} is ${kind}. This system is ${platform}, ${arch}. Reinstall the CLI on this machine: ${installCommand}`;
}

export function missingInterpreter(path: string, header: BinaryHeader): string {
  if (header.format === 'script') {
    // Quoted, so that a carriage return at the end is visible.
    const line = JSON.stringify(header.interpreterLine);
    return `${path} exists, but the interpreter in its first line does not: ${line}. Install that interpreter or correct the line.`;
  }
  if (header.format === 'elf' && header.interpreter !== undefined) {
    return `${path} exists, but the dynamic loader it needs does not: ${header.interpreter}. It was built for another C library. Reinstall the CLI on this machine: ${installCommand}`;
  }
  return `${path} exists, but something it needs to start does not. Reinstall the CLI: ${installCommand}`;
}

export function tooLong({ args, env }: Command): string {
  const parts = [
    ...args.map((arg, index) => ({
      name: /^--[\w-]{1,256}/.exec(arg)?.[0] ?? `argument ${index + 1}`,
      bytes: Buffer.byteLength(arg),
    })),
    ...Object.entries(env).map(([name, value]) => ({
      name: `the variable ${name}`,
      bytes: Buffer.byteLength(value),
    })),
  ];
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const longest = parts.reduce((a, b) => (b.bytes > a.bytes ? b : a), { name: 'none', bytes: 0 });
  return `The command line is too long for this system: ${total} bytes including the environment. The longest part is ${longest.name} with ${longest.bytes} bytes. Shorten it, put it into a file, or use \`mode: 'session'\`, which sends long values through stdin.`;
}

export function unsafeScript(path: string): string {
  return `${path} is not an .exe program. Windows would run it with cmd.exe, which cannot pass arguments safely. Install the CLI so that there is a claude.exe (${installCommand}) and set its path.`;
}

export function placeholder(path: string): string {
  return `${path} is a placeholder: the package was installed without its install script or its platform package. Reinstall it without --ignore-scripts and --omit=optional: ${installCommand}`;
}
