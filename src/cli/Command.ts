import type { Flags, Parsed } from './flags.js';
import type { Host } from './Host.js';

/** One command of the command line. */
export interface Command {
  name: string;
  /** What comes after the name, such as `<file>`. */
  operands: string;
  summary: string;
  /** Paragraphs below the options. */
  notes?: readonly string[];
  flags: Flags;
  run(parsed: Parsed, host: Host): Promise<number>;
}

/** A command whose flags are known by name and type. */
export function defineCommand<Known extends Flags>(
  command: Omit<Command, 'flags' | 'run'> & {
    flags: Known;
    run(parsed: Parsed<Known>, host: Host): Promise<number>;
  },
): Command {
  return command as unknown as Command;
}
