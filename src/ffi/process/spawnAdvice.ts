import type { DirectoryState } from '../discovery/fileSystem.js';
import { installCommand } from '../discovery/trace.js';
import type { BinaryHeader } from './binaryHeader.js';
import type { Command } from './Port.js';

/** Errors that say nothing about the file. */
const resources: Record<string, string> = {
  EAGAIN: 'The system has no room for another process: end some, or raise `ulimit -u`.',
  ENOMEM: 'The system is out of memory: free some and try again.',
  EMFILE: 'This process has too many open files: close some, or raise `ulimit -n`.',
  ENFILE: 'The system has too many open files: close some and try again.',
  ETXTBSY: 'The file is being written, perhaps by an update of the CLI: try again.',
};

export function aboutResources(code: string): string | undefined {
  const text = Object.hasOwn(resources, code) ? resources[code] : undefined;
  return text === undefined ? undefined : `The CLI could not be started (${code}). ${text}`;
}

export function badDirectory(path: string, state: DirectoryState): string {
  const what =
    state === 'missing'
      ? 'does not exist'
      : state === 'denied'
        ? 'may not be entered'
        : 'is not a directory';
  return `The working directory ${path} ${what}. Give \`cwd\` a directory that exists and may be entered.`;
}

export function notFound(path: string): string {
  return `There is no program ${path}. Install the CLI (${installCommand}) or name its path with \`pathToClaudeCodeExecutable\`.`;
}

export function brokenLink(path: string): string {
  return `${path} is a link to a file that does not exist. Install the CLI again (${installCommand}) or name another path.`;
}

export function linkLoop(path: string): string {
  return `${path} is a link that leads back to itself. Remove it and install the CLI again (${installCommand}), or name another path.`;
}

export function notAFile(path: string): string {
  return `${path} is not a file. Name the program itself.`;
}

export function notExecutable(path: string): string {
  return `${path} may not be executed. Try: chmod +x ${path}`;
}

export function refused(path: string): string {
  return `The system refused to execute ${path}. Check the permissions of its directories and of its interpreter, and that its file system is not mounted noexec.`;
}

export function other(path: string, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return `${path} could not be started: ${reason}. See \`cause\`.`;
}

export function wrongArchitecture(
  path: string,
  header: BinaryHeader,
  { platform, arch }: { platform: string; arch: string },
): string {
  const kind =
    'machines' in header
      ? `a program for another system (${header.format}, ${header.machines.join(', ')})`
      : header.format === 'empty'
        ? 'an empty file'
        : 'no program that this system can run';
  return `${path} is ${kind}; this system is ${platform}, ${arch}. Install the CLI again on this machine: ${installCommand}`;
}

export function missingInterpreter(path: string, header: BinaryHeader): string {
  if (header.format === 'script') {
    // Quoted, so that a carriage return at its end shows.
    const line = JSON.stringify(header.interpreterLine);
    return `${path} exists, but the interpreter in its first line does not: ${line}. Install that interpreter or correct the line.`;
  }
  if (header.format === 'elf' && header.interpreter !== undefined) {
    return `${path} exists, but the loader that it needs does not: ${header.interpreter}. It was built for another C library; install the CLI again on this machine: ${installCommand}`;
  }
  return `${path} exists, but something that it needs to start does not. Install the CLI again: ${installCommand}`;
}

export function tooLong({ args, env }: Command): string {
  const parts = [
    ...args.map((arg, index) => ({
      what: /^--[\w-]+/.exec(arg)?.[0] ?? `argument ${index + 1}`,
      bytes: Buffer.byteLength(arg),
    })),
    ...Object.entries(env).map(([name, value]) => ({
      what: `the variable ${name}`,
      bytes: Buffer.byteLength(value),
    })),
  ];
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const longest = parts.reduce((a, b) => (b.bytes > a.bytes ? b : a), { what: 'none', bytes: 0 });
  return `The command line is too long for this system: ${total} bytes with its environment, the longest part being ${longest.what} with ${longest.bytes}. Shorten it, put it into a file, or use \`mode: 'session'\`, which sends long values through stdin.`;
}

export function unsafeScript(path: string): string {
  return `${path} is no .exe program: Windows leaves it to cmd.exe, which cannot take arguments safely. Install the CLI so that there is a claude.exe (${installCommand}) and name its path.`;
}

export function placeholder(path: string): string {
  return `${path} is a placeholder: the package was installed without its install script or its platform package. Install it again without --ignore-scripts and --omit=optional: ${installCommand}`;
}
