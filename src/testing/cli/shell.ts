import type { VirtualFiles } from './VirtualFiles.js';

export interface ShellOutcome {
  stdout: string;
  stderr: string;
  code: number;
  /** The sum of its `sleep`s, in milliseconds. */
  takes: number;
  /** Whether the command is expected to have no output. */
  quiet: boolean;
  /** The directory it changed to, if any. */
  movedTo?: string;
}

/** Commands that change nothing. The CLI runs them without asking. */
const readOnlyCommands = new Set([
  'echo',
  'cat',
  'cd',
  'ls',
  'pwd',
  'true',
  'false',
  'exit',
  'sleep',
]);

const commandsIn = (line: string) =>
  line
    .split(/;|&&/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const wordsOf = (command: string) =>
  (command.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/, '$2'));

export function isReadOnly(line: string): boolean {
  return commandsIn(line).every((command) => {
    const [name = ''] = wordsOf(command);
    return readOnlyCommands.has(name) && !/>(?!&)/.test(command);
  });
}

/** The files that a command would write. */
export function touchedBy(line: string): string[] {
  return commandsIn(line).flatMap((command) => {
    const [name, ...args] = wordsOf(command);
    return name === 'touch' || name === 'rm' ? splitFlags(args).paths : [];
  });
}

/** Splits `-rf build` into flags and paths. After `--` there are only paths. */
function splitFlags(args: readonly string[]): { flags: string; paths: string[] } {
  const end = args.indexOf('--');
  const before = end === -1 ? args : args.slice(0, end);
  const isFlag = (arg: string) => arg.startsWith('-') && arg !== '-';
  return {
    flags: before.filter(isFlag).join(''),
    paths: [...before.filter((arg) => !isFlag(arg)), ...(end === -1 ? [] : args.slice(end + 1))],
  };
}

/** A shell with a dozen commands on files in memory. Unknown commands do nothing. */
export function runShell(line: string, files: VirtualFiles): ShellOutcome {
  const outcome: ShellOutcome = { stdout: '', stderr: '', code: 0, takes: 0, quiet: false };
  for (const command of commandsIn(line)) {
    const [name = '', ...args] = wordsOf(command);
    if (name === 'exit') {
      outcome.code = Number(args[0] ?? 0);
      break;
    }
    runOne(name, args, files, outcome);
  }
  return outcome;
}

function runOne(name: string, args: string[], files: VirtualFiles, outcome: ShellOutcome): void {
  if (name === 'echo') {
    echo(args, files, outcome);
  } else if (name === 'touch') {
    outcome.quiet = true;
    for (const path of splitFlags(args).paths) {
      if (files.read(path) === undefined) files.write(path, '');
    }
  } else if (name === 'rm') {
    rm(args, files, outcome);
  } else if (name === 'cat') {
    for (const path of splitFlags(args).paths) cat(path, files, outcome);
  } else if (name === 'ls') {
    outcome.stdout += Object.keys(files.all())
      .map((path) => `${path}\n`)
      .join('');
  } else if (name === 'pwd') {
    outcome.stdout += `${files.cwd}\n`;
  } else if (name === 'sleep') {
    outcome.takes += Number(args[0] ?? 0) * 1000;
  } else if (name === 'false') {
    outcome.code = 1;
  }
}

function echo(args: string[], files: VirtualFiles, outcome: ShellOutcome): void {
  const at = args.findIndex((arg) => arg.startsWith('>'));
  const text = `${(at === -1 ? args : args.slice(0, at)).join(' ')}\n`;
  if (at === -1) outcome.stdout += text;
  else if (args[at] === '>&2') outcome.stderr += text;
  else files.write(args[at + 1] ?? args[at]?.replace(/^>+/, '') ?? '', text);
}

function rm(args: readonly string[], files: VirtualFiles, outcome: ShellOutcome): void {
  const { flags, paths } = splitFlags(args);
  outcome.quiet = true;
  for (const path of paths) {
    const isGone = /[rR]/.test(flags) ? files.removeTree(path) : files.remove(path);
    if (isGone || flags.includes('f')) continue;
    outcome.stderr += `rm: cannot remove '${path}': No such file or directory\n`;
    outcome.code = 1;
  }
}

function cat(path: string, files: VirtualFiles, outcome: ShellOutcome): void {
  const text = files.read(path);
  if (text !== undefined) {
    outcome.stdout += text;
  } else {
    outcome.stderr += `cat: ${path}: No such file or directory\n`;
    outcome.code = 1;
  }
}
