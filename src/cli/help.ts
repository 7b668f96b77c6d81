import type { Subcommand } from './command.js';
import type { Flag, Flags } from './flags.js';

export const programName = 'claude-actors';

export const programFlags = {
  help: { kind: 'switch', short: 'h', help: 'Show this help' },
  version: { kind: 'switch', short: 'v', help: 'Show the version' },
} as const satisfies Flags;

/** Every command has this flag. */
export const helpFlag = { help: { kind: 'switch', short: 'h', help: 'Show this help' } } as const;

export function programHelp(commands: readonly { name: string; summary: string }[]): string {
  return [
    `Usage: ${programName} <command> [options]`,
    '',
    'Commands:',
    ...table(commands.map(({ name, summary }) => [name, summary])),
    '',
    'Options:',
    ...table(flagRows(programFlags)),
    '',
    `Run \`${programName} <command> --help\` for help with a command.`,
    `New here? Try \`${programName} demo\`: it needs no key, no CLI and no network.`,
    '',
  ].join('\n');
}

export function commandHelp({ name, operands, summary, flags, notes = [] }: Subcommand): string {
  const usage = [programName, name, '[options]', operands].filter(Boolean).join(' ');
  return [
    `Usage: ${usage}`,
    '',
    `${summary}.`,
    '',
    'Options:',
    ...table(flagRows({ ...flags, ...helpFlag })),
    ...notes.flatMap((note) => ['', note]),
    '',
  ].join('\n');
}

function flagRows(flags: Flags): [string, string][] {
  return Object.entries(flags).map(([name, flag]) => [flagUsage(name, flag), flag.help]);
}

function flagUsage(name: string, { kind, value = 'value', short }: Flag): string {
  const long = `${short ? `-${short}, ` : ''}--${name}`;
  if (kind === 'switch') return long;
  return kind === 'optional' ? `${long}[=<${value}>]` : `${long} <${value}>`;
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
