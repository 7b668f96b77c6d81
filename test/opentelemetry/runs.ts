import type { Options } from '../../src/options/types.js';
import { query } from '../../src/Query.js';
import { startSession } from '../../src/startSession.js';
import type { Scenario } from '../../src/testing/scenario.js';

/** A turn with one command in it. */
export const bash = (command: string): Scenario => ({
  turns: [[{ tool: 'Bash', input: { command } }, { text: 'Done.' }]],
});

/** A query, read to its end and closed. */
export async function ask(options: Options, prompt = 'Go'): Promise<void> {
  const stream = query(prompt, options);
  for await (const _ of stream);
  await stream.close();
}

/** A session with one message, from its start to its end. */
export async function talk(options: Options): Promise<void> {
  const session = await startSession({ options });
  await session.send('Go').result;
  await session.end();
}

/** The expected tree of such a session, with the children of its turn. */
export const talkTree = (...inside: string[]): string[] => [
  'claude.session',
  '  control initialize',
  '  invoke_agent claude-code',
  ...inside,
];
