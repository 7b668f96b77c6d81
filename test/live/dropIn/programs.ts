import { expect } from '@jest/globals';
import { ofNamedPrompts } from './comparable.js';
import {
  delegating,
  echoing,
  endless,
  hello,
  type Script,
  saying,
  type ToolCall,
  using,
} from './models.js';
import type { Trace } from './runProgram.js';

/** A program whose messages, callbacks and requests must be the same on both sides. */
export interface Program {
  name: string;
  model: Script;
  /** The loop throws in the official SDK, and ends in ours. */
  throwsThere?: boolean;
  /** What else is meant to differ: `there` in the official SDK, `here` in ours. */
  differs?(there: Trace, here: Trace): void;
}

const write = (name: string): ToolCall => ['Write', { file_path: `${name}.txt`, content: name }];

const note = (content: string): ToolCall => ['Write', { file_path: 'note.txt', content }];

export const programs: readonly Program[] = [
  {
    name: 'stringPrompt',
    model: hello,
    differs(there, here) {
      const limits = ({ requests }: Trace) => JSON.stringify(requests[0]?.tools);
      expect(limits(there)).toContain('default 1800000');
      expect(limits(here)).toContain('default 600000');
    },
  },
  { name: 'streamedPrompts', model: echoing },
  { name: 'partialMessages', model: using(['Read', { file_path: '/etc/hostname' }]) },
  {
    name: 'hooks',
    model: using(['Bash', { command: 'touch shell.txt' }], write('hooked')),
    differs(there, here) {
      const added = ({ channels }: Trace) =>
        ofNamedPrompts.filter((field) => JSON.stringify(channels.message).includes(`"${field}"`));
      expect(added(there)).toEqual([]);
      expect(added(here)).toEqual(expect.arrayContaining(['user_message_uuid']));
    },
  },
  {
    name: 'hookAnswers',
    model: using(note('plain'), note('blocked'), note('stopped')),
  },
  {
    name: 'permissions',
    model: using(write('allowed'), write('changed'), write('plain'), write('denied')),
  },
  { name: 'permissionInterrupt', model: using(write('interrupted')), throwsThere: true },
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
  {
    name: 'abort',
    model: endless,
    differs(_, here) {
      expect(here.channels.ending).toEqual(['AbortError']);
      expect(here.channels.late).toBeUndefined();
    },
  },
  { name: 'leaving', model: endless },
  { name: 'checkpoints', model: using(note('one'), 'Done.', note('two'), 'Done.') },
  { name: 'structuredOutput', model: using(['StructuredOutput', { answer: 42 }]) },
  { name: 'maxTurns', model: using(['Glob', { pattern: '*' }]), throwsThere: true },
  {
    name: 'apiError',
    model: saying([{ status: 400, error: 'the model is on holiday' }]),
    throwsThere: true,
  },
  { name: 'systemPrompts', model: hello },
  { name: 'settingSources', model: hello },
  { name: 'environment', model: using(['Bash', { command: 'echo "$GREETING" && pwd' }]) },
  { name: 'modelAndTools', model: hello },
  { name: 'spawned', model: hello },
];

/** Programs of which the two SDKs make different things by design. */
export const differences = {
  mistakes: hello,
  surroundings: using(['Bash', { command: 'echo "[$LEFT_OUT]"' }]),
  controlsOfText: hello,
  brokenHook: using(note('kept')),
  brokenPermission: using(write('thrown'), write('wrong')),
} satisfies Record<string, Script>;
