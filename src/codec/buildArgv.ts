import { ClaudeActorsError } from '../errors.js';
import { type Argument, assertFits } from './argumentLimits.js';
import { encodeFlag, type FlagValue, invalidFlag } from './encodeFlag.js';

export type LaunchMode = 'oneShot' | 'session';

export interface ArgvRequest {
  mode: LaunchMode;
  flags: readonly FlagValue[];
  /** Needed in one-shot mode; a session gets its prompts through stdin. */
  prompt?: string;
  platform: NodeJS.Platform;
}

const prefixes: Readonly<Record<LaunchMode, readonly string[]>> = {
  oneShot: ['--print', '--output-format', 'stream-json', '--verbose'],
  session: ['--output-format', 'stream-json', '--input-format', 'stream-json', '--verbose'],
};

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
        'holds a NUL character, which no command line can carry. Remove it.',
      );
    }
  }
  if (request.mode === 'oneShot') args.push(...promptArguments(request.prompt));
  assertFits(args, request.platform);
  return args.map(({ text }) => text);
}

function promptArguments(prompt: string | undefined): Argument[] {
  if (typeof prompt !== 'string' || prompt === '') throw invalidPrompt('is missing');
  if (prompt.includes('\0')) throw invalidPrompt('holds a NUL character');
  const whenTooLong = "Use mode: 'session', which sends the prompt through stdin.";
  return [
    { option: 'prompt', text: '--' },
    { option: 'prompt', text: prompt, whenTooLong },
  ];
}

function invalidPrompt(problem: string): ClaudeActorsError {
  return new ClaudeActorsError(
    'InvalidPrompt',
    `The prompt ${problem}. Pass the text that Claude is to answer.`,
    { option: 'prompt' },
  );
}
