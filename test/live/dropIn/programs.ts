import { expect } from '@jest/globals';
import { never } from '../../support/liveCli.js';
import { ofNamedPrompts } from './comparable.js';
import {
  delegating,
  echoing,
  endless,
  hello,
  type Script,
  saying,
  structured,
  type ToolCall,
  using,
  writingOncePerPrompt,
} from './models.js';
import type { Trace } from './runProgram.js';

/** A program whose messages, callbacks and requests must be the same on both sides. */
export interface Program {
  name: string;
  model: Script;
  /** What is meant to differ: `there` in the official SDK, `here` in ours. */
  differs?(there: Trace, here: Trace, version: string): void;
}

const write = (name: string): ToolCall => ['Write', { file_path: `${name}.txt`, content: name }];

const note = (content: string): ToolCall => ['Write', { file_path: 'note.txt', content }];

export const programs: readonly Program[] = [
  { name: 'stringPrompt', model: hello },
  { name: 'controlsOfText', model: echoing },
  { name: 'streamedPrompts', model: echoing },
  { name: 'partialMessages', model: using(['Read', { file_path: '/etc/hostname' }]) },
  {
    name: 'hooks',
    model: using(['Bash', { command: 'touch shell.txt' }], write('hooked')),
    differs(there, here, version) {
      const added = ({ channels }: Trace) =>
        ofNamedPrompts.filter((field) => JSON.stringify(channels.message).includes(`"${field}"`));
      expect(added(there)).toEqual([]);
      // Older CLIs add nothing.
      const names = version === '2.1.325' ? ['user_message_uuid'] : [];
      expect(added(here)).toEqual(expect.arrayContaining(names));
    },
  },
  {
    name: 'hookAnswers',
    model: using(note('plain'), note('blocked'), note('stopped')),
  },
  {
    name: 'permissions',
    model: using(write('allowed'), write('changed'), write('denied')),
  },
  { name: 'permissionInterrupt', model: using(write('interrupted')) },
  {
    name: 'mcpTools',
    model: using(
      ['mcp__house__add', { a: 1, b: 2 }],
      ['mcp__house__add', { a: 1 }],
      ['mcp__house__add', { a: 'one' }],
      ['mcp__house__refuse', {}],
      ['mcp__house__crash', {}],
    ),
    differs(there, here) {
      const told = ({ channels }: Trace) => JSON.stringify(channels.message);
      const complaint = 'Invalid arguments for tool add: ';
      expect(told(there)).toContain(`${complaint}[`);
      expect(told(here)).toContain(`${complaint}Invalid input: expected number`);
    },
  },
  { name: 'agents', model: delegating },
  { name: 'controls', model: echoing },
  { name: 'interrupt', model: endless },
  { name: 'resume', model: echoing },
  { name: 'abort', model: endless },
  { name: 'leaving', model: endless },
  { name: 'checkpoints', model: using(note('one'), 'Done.', note('two'), 'Done.') },
  { name: 'structuredOutput', model: structured },
  { name: 'maxTurns', model: using(['Glob', { pattern: '*' }]) },
  {
    name: 'apiError',
    model: saying([{ status: 400, error: 'the model is on holiday' }]),
  },
  { name: 'systemPrompts', model: hello },
  { name: 'settingSources', model: hello },
  {
    name: 'environment',
    model: using(['Bash', { command: 'echo "$GREETING [$NODE_OPTIONS] [$DEBUG]" && pwd' }]),
  },
  { name: 'modelAndTools', model: hello },
  { name: 'spawned', model: hello },
  { name: 'failures', model: endless },
  { name: 'oddOptions', model: hello },
  { name: 'bypass', model: using(['Bash', { command: 'touch touched.txt' }]) },
  { name: 'bothPermissionWays', model: hello },
  { name: 'hookTimeouts', model: writingOncePerPrompt },
  { name: 'brokenHook', model: using(note('kept')) },
  { name: 'slowAnswers', model: echoing },
  { name: 'longLine', model: saying([{ text: 'x'.repeat(17 * 1024 * 1024) }]) },
  { name: 'stderrLines', model: hello },
  { name: 'mirrorErrors', model: hello },
  { name: 'emptyFlag', model: hello },
  { name: 'wrappedQueries', model: echoing },
  { name: 'iteration', model: hello },
  { name: 'timedAborts', model: saying([{ text: 'Once upon a time' }, { wait: never }]) },
  { name: 'inputs', model: echoing },
  {
    name: 'together',
    model: using(['mcp__house__add', { a: 1 }], ['Bash', { command: 'echo hi' }], write('note'), [
      'mcp__house__draw',
      {},
    ]),
  },
  { name: 'wrongTypes', model: using(['Bash', { command: 'echo "$PORT $VERBOSE"' }]) },
  { name: 'errorTexts', model: hello },
  {
    name: 'ownServer',
    model: using(['mcp__own__greet', { name: 'you' }], 'Done.', ['mcp__late__wave', {}]),
  },
  { name: 'elicitation', model: using(['mcp__asker__ask', {}]) },
  {
    name: 'oddTools',
    model: using(
      ...['plain', 'dated', 'refined', 'nothing', 'text', 'list', 'notifying'].map(
        (tool): ToolCall => [`mcp__house__${tool}`, { x: 'x', list: ['a'] }],
      ),
    ),
  },
  { name: 'cleanExits', model: hello },
  { name: 'hostMethods', model: echoing },
  {
    name: 'hookReturns',
    model: using(note('nothing'), note('null'), note('text'), note('true'), note('list')),
  },
];

/** Programs of which the two SDKs make different things by design. */
export const differences = {
  mistakes: hello,
  surroundings: using(['Bash', { command: 'echo "[$LEFT_OUT]"' }]),
  closing: hello,
  earlyAbort: hello,
  resumeAndContinue: echoing,
  inlineBypass: using(['Bash', { command: 'touch touched.txt' }]),
  brokenPermission: using(write('thrown'), write('wrong')),
  wrongCalls: hello,
  unknownHookFields: using(note('one')),
  brokenInput: echoing,
  lateInput: echoing,
} satisfies Record<string, Script>;
