import { Buffer } from 'node:buffer';
import { ClaudeActorsError } from '../errors.js';

export interface Argument {
  /** Named in errors. */
  option: string;
  text: string;
  /** What to do when the text does not fit on a command line. */
  whenTooLong?: string;
}

export interface ArgumentLimits {
  perArgument: number;
  total: number;
  /** The part of the total that arguments cannot use: the environment and the path of the CLI. */
  reserved: number;
  unit: 'bytes' | 'characters';
  measure(text: string): number;
}

const kibi = 1024;
/** The text and its closing NUL. */
const measureBytes = (text: string) => Buffer.byteLength(text) + 1;

/** What the operating system accepts. Above it, the start fails with an error that names no option. */
export function argumentLimits(platform: NodeJS.Platform): ArgumentLimits {
  if (platform === 'win32') {
    const total = 32_767;
    const reserved = kibi;
    return { perArgument: total, total, reserved, unit: 'characters', measure: measureQuoted };
  }
  const posix = { reserved: 128 * kibi, unit: 'bytes', measure: measureBytes } as const;
  if (platform === 'darwin') return { ...posix, perArgument: kibi * kibi, total: kibi * kibi };
  // Linux: a quarter of the usual stack of 8 MiB, and 32 pages for one argument.
  return { ...posix, perArgument: 128 * kibi, total: 2 * kibi * kibi };
}

/** Windows has one command line: the arguments quoted, with spaces between them. */
function measureQuoted(text: string): number {
  if (text !== '' && !/[ \t"]/.test(text)) return text.length + 1;
  let escapes = 0;
  let backslashes = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '\\') backslashes += 1;
    else {
      if (text[index] === '"') escapes += backslashes + 1;
      backslashes = 0;
    }
  }
  return text.length + escapes + backslashes + '"" '.length;
}

/** Throws `ArgumentTooLong`, which names the option that takes up most of the space. */
export function assertFits(args: readonly Argument[], platform: NodeJS.Platform): void {
  const { perArgument, total, reserved, unit, measure } = argumentLimits(platform);
  const sizes = new Map<string, number>();
  let sum = 0;
  let largest: Argument | undefined;
  for (const argument of args) {
    const size = measure(argument.text);
    if (size > perArgument)
      throw tooLong(argument, 'is too long for one argument', size, perArgument);
    sum += size;
    const ofOption = size + (sizes.get(argument.option) ?? 0);
    sizes.set(argument.option, ofOption);
    if (ofOption > (sizes.get(largest?.option ?? '') ?? 0)) largest = argument;
  }
  const limit = total - reserved;
  if (largest && sum > limit) throw tooLong(largest, 'makes the command line too long', sum, limit);

  function tooLong(culprit: Argument, problem: string, count: number, most: number) {
    return new ClaudeActorsError(
      'ArgumentTooLong',
      `Option \`${culprit.option}\` ${problem}: ${count} ${unit}, and the operating system allows ${most}. ${culprit.whenTooLong ?? 'Make it shorter.'}`,
      { option: culprit.option, count, limit: most },
    );
  }
}
