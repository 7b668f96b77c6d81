import type { Flags, ParsedFlags } from './flags.js';
import type { Host } from './host.js';

/** A subcommand of `claude-actors`. */
export interface Subcommand {
  name: string;
  /** What follows the name in the usage line, such as `<file>`. */
  operands: string;
  summary: string;
  /** Paragraphs below the options in the help text. */
  notes?: readonly string[];
  flags: Flags;
  /** Resolves with the exit code. */
  run(parsed: ParsedFlags, host: Host): Promise<number>;
}

/** Defines a command whose `run` knows its flags by name and type. */
export function defineCommand<Known extends Flags>(
  command: Omit<Subcommand, 'flags' | 'run'> & {
    flags: Known;
    run(parsed: ParsedFlags<Known>, host: Host): Promise<number>;
  },
): Subcommand {
  return command as unknown as Subcommand;
}
