import { readFileSync } from 'node:fs';
import { didYouMean, nearestName } from '../util/nearestName.js';
import { type CommandEntry, commands } from './commands.js';
import { exitCodeOf, exitCodes } from './exitCodes.js';
import { parseFlags } from './flags.js';
import { commandHelp, helpFlag, programFlags, programHelp, programName } from './help.js';
import type { Host } from './host.js';
import { printError } from './terminal.js';
import { UsageError } from './UsageError.js';

/** Runs a command line. Resolves with the exit code and never rejects. */
export async function runCommandLine(args: readonly string[], host: Host): Promise<number> {
  const [first = '', ...rest] = args;
  const entry = commands.find(({ name }) => name === first);
  try {
    return entry ? await runCommand(entry, rest, host) : runProgram(args, host);
  } catch (error) {
    const name = entry ? `${programName} ${entry.name}` : programName;
    printError(error, host);
    if (error instanceof UsageError) host.stderr.line(`Run \`${name} --help\` for usage.`);
    const code = exitCodeOf(error);
    if (code === exitCodes.notStarted) {
      host.stderr.line(
        `Run \`${programName} doctor\` to find out why, or use --cli to choose another CLI.`,
      );
    }
    return code;
  }
}

async function runCommand(
  entry: CommandEntry,
  args: readonly string[],
  host: Host,
): Promise<number> {
  const command = await entry.load();
  const parsed = parseFlags(args, { ...command.flags, ...helpFlag });
  if (!parsed.values.help) return command.run(parsed, host);
  host.stdout.write(commandHelp(command));
  return exitCodes.ok;
}

function runProgram(args: readonly string[], host: Host): number {
  const [first] = args;
  if (first !== undefined && !first.startsWith('-')) throw unknownCommand(first);
  const { values } = parseFlags(args, programFlags);
  if (values.version) {
    host.stdout.line(ownVersion());
    return exitCodes.ok;
  }
  if (values.help) {
    host.stdout.write(programHelp(commands));
    return exitCodes.ok;
  }
  host.stderr.write(programHelp(commands));
  return exitCodes.usage;
}

function unknownCommand(given: string): UsageError {
  const names = commands.map(({ name }) => name);
  const meant = didYouMean(nearestName(given, names));
  return new UsageError(
    `Unknown command "${given}".${meant} The commands are ${names.join(', ')}.`,
  );
}

function ownVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
