import { ClaudeActorsError } from '../errors.js';
import { type Argument, assertFits } from './argumentLimits.js';
import { encodeFlag, type FlagValue, invalidFlag } from './encodeFlag.js';

export type LaunchMode = 'oneShot' | 'session';

export interface ArgvRequest {
  mode: LaunchMode;
  flags: readonly FlagValue[];
  /** Required in one-shot mode. A session receives its prompts through stdin. */
  prompt?: string;
  platform: NodeJS.Platform;
}

const prefixes: Readonly<Record<LaunchMode, readonly string[]>> = {
  oneShot: ['--print', '--output-format', 'stream-json', '--verbose'],
  session: ['--output-format', 'stream-json', '--input-format', 'stream-json', '--verbose'],
};

/** The arguments of the CLI. Throws if one is invalid or does not fit on a command line. */
export function buildArgv(request: ArgvRequest): string[] {
  const prefix = prefixes[request.mode].map((text) => ({ option: 'mode', text }));
  const flags = request.flags.flatMap((flag) =>
    encodeFlag(flag).map((text) => ({ ...flag, text }) satisfies Argument),
  );
  const args: Argument[] = [...prefix, ...flags];
  for (const { option, text } of flags) {
    if (text.includes('\0')) {
      throw invalidFlag(
        option,
        'contains a NUL character, which a command line cannot hold. Remove it.',
      );
    }
  }
  if (request.mode === 'oneShot') args.push(...promptArguments(request.prompt));
  assertFits(args, request.platform);
  return args.map(({ text }) => text);
}

function promptArguments(prompt: string | undefined): Argument[] {
  if (typeof prompt !== 'string' || prompt === '') throw invalidPrompt('is missing');
  if (prompt.includes('\0')) throw invalidPrompt('contains a NUL character');
  const whenTooLong = "Use `mode: 'session'`, which sends the prompt through stdin.";
  return [
    { option: 'prompt', text: '--' },
    { option: 'prompt', text: prompt, whenTooLong },
  ];
}

function invalidPrompt(problem: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'InvalidPrompt',
    `The prompt ${problem}. Pass the text that Claude should answer.`,
    { option: 'prompt' },
  );
}
