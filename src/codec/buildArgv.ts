import { type Argument, assertFits } from './argumentLimits.js';
import { encodeFlag, type FlagValue, invalidFlag } from './encodeFlag.js';

export type LaunchMode = 'oneShot' | 'session';

export interface ArgvRequest {
  mode: LaunchMode;
  flags: readonly FlagValue[];
  platform: NodeJS.Platform;
}

const prefixes: Readonly<Record<LaunchMode, readonly string[]>> = {
  oneShot: ['--print', '--output-format', 'stream-json', '--verbose'],
  session: ['--output-format', 'stream-json', '--input-format', 'stream-json', '--verbose'],
};

/**
 * The arguments of the CLI. Throws if one is invalid or does not fit on a command line. Prompts are
 * not among them: every user of the machine can read a command line, so they go through stdin.
 */
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
  assertFits(args, request.platform);
  return args.map(({ text }) => text);
}
