import { describe, expect, it } from '@jest/globals';
import type { Row, RowBody } from '../../../../../src/inspect/page/model/rows.js';
import { StoryBuilder } from '../../../../../src/inspect/page/model/story/StoryBuilder.js';
import type {
  Story,
  StoryBlock,
  StoryTool,
} from '../../../../../src/inspect/page/model/story/story.js';
import { recordingNames } from '../../../../support/recordings.js';
import { playStory, rowsOf, storyOf } from './playStory.js';

const versions = ['2.1.197', '2.1.325'];

function toolsIn(story: Story): StoryTool[] {
  const toolsOf = (block: StoryBlock): StoryTool[] =>
    block.kind === 'tool' ? [block, ...block.children.flatMap(toolsOf)] : [];
  return story.turns.flatMap(({ blocks }) => blocks.flatMap(toolsOf));
}

const textsOf = (blocks: readonly StoryBlock[]) =>
  blocks.flatMap((block) => (block.kind === 'text' ? block.text : []));

describe.each(versions)('the story of a recording of CLI %s', (version) => {
  const play = (name: string) => playStory(`cli-${version}/${name}`);

  it('has turns with prompt, streamed text, tools, tokens and cost', async () => {
    const { turns, problems } = await play('session-hooks-permission-mcp');
    expect(problems).toEqual([]);
    expect(turns).toMatchObject([
      {
        name: 'turn 1',
        prompt: 'go',
        state: 'done',
        trigger: 'message',
        tokens: { input: 30, output: 15 },
      },
    ]);
    const [turn] = turns;
    expect(turn?.costUsd).toBeGreaterThan(0);
    // The tokens and the whole message have the same text. It is there once.
    expect(textsOf(turn?.blocks ?? [])).toEqual(['Writing.', 'Done.']);
    expect(turn?.blocks.map(({ kind }) => kind)).toEqual(['text', 'tool', 'tool', 'text']);
  });

  it('says who allowed a tool', async () => {
    const [write] = toolsIn(await play('session-hooks-permission-mcp'));
    expect(write).toMatchObject({ name: 'Write', outcome: 'ok', input: { file_path: 'note.txt' } });
    expect(write?.decisions).toMatchObject([
      { by: 'hook', name: 'hook PreToolUse Write', verdict: 'passed' },
      { by: 'callback', name: 'permission callback', verdict: 'allowed' },
    ]);
    expect(write?.result).toContain('File created');
  });

  it('says who refused a tool, and why', async () => {
    const [byCallback] = toolsIn(await play('session-permission-deny'));
    expect(byCallback).toMatchObject({ name: 'Write', outcome: 'refused' });
    expect(byCallback?.decisions).toMatchObject([
      { by: 'callback', verdict: 'refused', reason: 'not allowed by policy' },
    ]);
    const [byHook] = toolsIn(await play('session-pre-tool-use-deny'));
    expect(byHook).toMatchObject({ name: 'Bash', outcome: 'refused' });
    expect(byHook?.decisions).toMatchObject([
      { by: 'hook', name: 'hook PreToolUse Bash', verdict: 'refused', reason: 'policy' },
    ]);
  });

  it('says which mode or rule allowed a tool that nobody was asked about', async () => {
    const [bash] = toolsIn(await play('session-background-bash'));
    expect(bash?.decisions).toMatchObject([{ by: 'rule', verdict: 'allowed' }]);
    const [agent] = toolsIn(await play('session-background-agent'));
    expect(agent?.decisions).toMatchObject([
      { by: 'mode', name: 'mode bypassPermissions', verdict: 'allowed' },
    ]);
  });

  it('claims for no call that failed that somebody allowed it, unless the CLI says so', async () => {
    const decisionsIn = async (name: string) =>
      toolsIn(await play(name)).map(({ outcome, decisions }) => ({ outcome, decisions }));
    expect(await decisionsIn('session-hook-timeout-cancelled-by-cli')).toMatchObject([
      { outcome: 'failed', decisions: [{ name: 'hook PreToolUse Bash', verdict: 'unanswered' }] },
    ]);
    expect(await decisionsIn('session-interrupt-during-permission')).toMatchObject([
      { outcome: 'refused', decisions: [{ name: 'permission callback', verdict: 'unanswered' }] },
    ]);
    const testing = '../../testing/recordings';
    const elsewhere = async (name: string) =>
      toolsIn(await playStory(`${testing}/cli-${version}/${name}`)).map(
        ({ decisions }) => decisions,
      );
    expect(await elsewhere('one-shot-unknown-tool')).toEqual([[]]);
    expect(await elsewhere('session-eof-during-permission')).toMatchObject([
      [{ name: 'permission callback', verdict: 'unanswered' }],
    ]);
    expect(await elsewhere('session-hook-other-event')).toMatchObject([
      [{ name: 'hook PreToolUse Bash', verdict: 'failed' }],
    ]);
  });

  it('says that a hook ended the turn although the tool ran', async () => {
    const name = '../../testing/recordings/cli-2.1.325/session-hook-continue-false';
    expect(toolsIn(await playStory(name))).toMatchObject([
      {
        outcome: 'ok',
        decisions: [
          { verdict: 'passed', remark: 'and ended the turn', reason: 'enough' },
          { name: 'rule', verdict: 'allowed' },
        ],
      },
    ]);
  });

  it('shows the input that a callback has changed', async () => {
    const name = `../../testing/recordings/cli-${version}/session-hook-updated-input`;
    const [tool] = toolsIn(await playStory(name));
    expect(tool?.input).toEqual({ command: 'touch ran.txt' });
    expect(tool?.decisions).toMatchObject([
      {
        verdict: 'allowed',
        remark: 'with a changed input',
        changedInput: { command: 'echo changed' },
      },
    ]);
  });

  it('nests a background agent in the call that started it', async () => {
    const story = await play('session-background-agent');
    const [agent] = toolsIn(story);
    expect(agent?.task).toMatchObject({ description: 'background work', outcome: 'ok' });
    expect(textsOf(agent?.children ?? [])).toEqual(['Subagent finished.']);
    // The CLI reports the end of the agent to the model in a turn of its own.
    expect(story.turns.map(({ trigger }) => trigger)).toEqual(['message', 'cli']);
    expect(story.turns.map(({ name }) => name)).toEqual(['turn 1', 'unprompted turn']);
    expect(textsOf(story.turns[1]?.blocks ?? [])).toEqual(['Noted.']);
    expect(story.turns[1]?.costUsd).toBeGreaterThan(0);
  });

  it('tells a subagent that the turn waits for from one in the background', async () => {
    const recorded = `../../testing/recordings/cli-${version}`;
    const tasksIn = async (name: string) => {
      const tools = toolsIn(await playStory(`${recorded}/${name}`));
      return tools.flatMap(({ task }) => task ?? []);
    };
    // Older CLIs do not say.
    const saying = (isBackground: boolean) => (version === '2.1.325' ? { isBackground } : {});
    expect(await tasksIn('session-foreground-agent-tool')).toMatchObject([saying(false)]);
    expect(await tasksIn('session-background-agent-tool')).toMatchObject([saying(true)]);
  });

  it('knows which messages one result answers', async () => {
    const { turns } = await play('session-three-messages-at-once');
    expect(turns.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect(turns.map(({ answeredWith }) => answeredWith)).toEqual([undefined, undefined, 'turn 2']);
  });

  it('tells an interrupted turn from a failed one', async () => {
    const { turns } = await play('session-interrupt-mid-stream');
    expect(turns).toMatchObject([{ state: 'interrupted' }]);
    expect(textsOf(turns[0]?.blocks ?? [])[0]).toMatch(/^slow slow/);
  });

  it('has errors where they happened, with code and message', async () => {
    const failed = await play('one-shot-api-error');
    const error = { code: 'api_error', message: expect.stringMatching(/400/) };
    expect(failed.turns).toMatchObject([{ state: 'failed', error }]);
    const [turn] = (await play('one-shot-unknown-flag')).turns;
    expect(turn?.state).toBe('lost');
    expect(turn?.blocks).toMatchObject([
      { kind: 'notice', level: 'info', code: 'exit' },
      { kind: 'notice', level: 'error', code: 'UnsupportedCliVersion' },
    ]);
  });

  it('has spans whose names say what they are', async () => {
    const { spans } = await play('session-hooks-permission-mcp');
    const names = spans.map(({ lane, name }) => `${lane}: ${name}`);
    expect(names).toEqual(
      expect.arrayContaining([
        ...['turn: turn 1', 'tool: Write', 'hook: hook PreToolUse Write'],
        ...['permission: permission Write', 'mcp: mcp calc tools/list'],
        'request: request initialize',
      ]),
    );
    const background = await play('session-background-agent');
    expect(background.spans.map(({ name }) => name)).toContain('task background work');
  });
});

describe('a refusal that names nobody', () => {
  const refusalIn = async (version: string) => {
    const name = `../../testing/recordings/cli-${version}/one-shot-not-permitted`;
    const [tool] = toolsIn(await playStory(name));
    return tool?.decisions;
  };

  it('is for want of anybody to ask on newer CLIs', async () => {
    expect(await refusalIn('2.1.325')).toMatchObject([
      { by: 'cli', verdict: 'refused', remark: 'because nobody could be asked' },
    ]);
  });

  it('may have any reason on older CLIs', async () => {
    const [decision] = (await refusalIn('2.1.197')) ?? [];
    expect(decision).toMatchObject({ by: 'cli', name: 'Claude Code', verdict: 'refused' });
    expect(decision).not.toHaveProperty('remark');
  });
});

describe('every recording', () => {
  it.each(recordingNames)('%s has a story without loose ends', async (name) => {
    const { turns, spans } = await playStory(name);
    expect(turns.length + spans.length).toBeGreaterThan(0);
    for (const { startedAt, endedAt } of spans) expect(endedAt).toBeGreaterThanOrEqual(startedAt);
    for (const turn of turns) expect(turn.state).not.toBe('open');
  });

  it.each(recordingNames)('%s hides its content unless asked', async (name) => {
    const shown = await playStory(name);
    const hidden = await playStory(name, 'hidden');
    const turnsOf = ({ turns }: Story) => turns.map(({ name, state }) => `${name}: ${state}`);
    expect(turnsOf(hidden)).toEqual(turnsOf(shown));
    expect(toolsIn(hidden).map(decisionsOf)).toEqual(toolsIn(shown).map(decisionsOf));
    for (const { prompt, blocks } of hidden.turns) {
      expect(prompt).toBeUndefined();
      expect(textsOf(blocks).filter(Boolean)).toEqual([]);
    }
    for (const { result, input, decisions } of toolsIn(hidden)) {
      expect([result, input]).toEqual([undefined, {}]);
      for (const { reason } of decisions) expect(reason).toBeUndefined();
    }
  });
});

const decisionsOf = ({ decisions }: StoryTool) =>
  decisions.map(({ by, name, verdict }) => `${by} ${name} ${verdict}`);

describe('a story', () => {
  const frame = (dir: 'in' | 'out', message: Record<string, unknown>): RowBody => ({
    ...{ kind: 'frame', id: 's', dir, type: String(message.type), bytes: 1 },
    ...(typeof message.subtype === 'string' && { subtype: message.subtype }),
    text: JSON.stringify(message),
  });
  const tell = (...bodies: (RowBody & { at?: number })[]): Story => {
    const builder = new StoryBuilder('s');
    for (const [n, body] of bodies.entries()) builder.add({ at: n, ...body, n } as Row);
    return builder.story;
  };
  const send = frame('in', { type: 'user', uuid: 'a', message: { content: 'Hello' } });
  const text = frame('out', {
    type: 'assistant',
    message: { content: [{ type: 'text', text: 'Hi' }] },
  });

  it('shows thinking, and blocks of streamed messages in order', () => {
    const event = (body: object) => frame('out', { type: 'stream_event', event: body });
    const { turns } = tell(
      send,
      event({ type: 'message_start', message: { id: 'm' } }),
      event({ type: 'content_block_start', index: 0, content_block: { type: 'thinking' } }),
      event({ type: 'content_block_delta', index: 0, delta: { thinking: 'Let me ' } }),
      event({ type: 'content_block_delta', index: 0, delta: { thinking: 'see.' } }),
      event({ type: 'content_block_stop', index: 0 }),
      event({ type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } }),
      event({ type: 'content_block_delta', index: 1, delta: { text: 'Yes' } }),
    );
    expect(turns[0]?.blocks).toMatchObject([
      { kind: 'thinking', text: 'Let me see.', at: 2, endedAt: 5 },
      { kind: 'text', text: 'Yes' },
    ]);
    expect(turns[0]?.blocks[1]).not.toHaveProperty('endedAt');
  });

  it('puts warnings in their turn, with the remedy, and into the list of problems', () => {
    const warning = {
      kind: 'problem',
      id: 's',
      level: 'warning',
      code: 'CallbackTimedOut',
    } as const;
    const { turns, before, problems } = tell({ ...warning, code: 'PathMissing' }, send, text, {
      ...warning,
      message: 'Too slow.',
      remedy: 'Be faster.',
    });
    expect(before).toMatchObject([{ code: 'PathMissing', level: 'warning' }]);
    expect(turns[0]?.blocks[1]).toMatchObject({ message: 'Too slow.', remedy: 'Be faster.', n: 3 });
    expect(problems.map(({ code }) => code)).toEqual(['PathMissing', 'CallbackTimedOut']);
  });

  it('shows who is being asked about a tool, until they answer or the CLI gives up', () => {
    const call = { type: 'tool_use', id: 't', name: 'Bash', input: {} };
    const request = { subtype: 'can_use_tool', tool_name: 'Bash', tool_use_id: 't' };
    const control = (dir: 'in' | 'out', type: string, fields: object): RowBody => ({
      ...frame(dir, { type, ...fields }),
      ...{ ref: 'r', subtype: 'can_use_tool', about: 'Bash' },
    });
    const asked = [
      send,
      frame('out', { type: 'assistant', message: { content: [call] } }),
      control('out', 'control_request', { request }),
    ];
    const pending = { name: 'permission callback', verdict: 'pending', at: 2 };
    expect(toolsIn(tell(...asked))).toMatchObject([{ decisions: [pending] }]);
    const answer = { response: { subtype: 'success', response: { behavior: 'allow' } } };
    const answered = tell(...asked, control('in', 'control_response', answer));
    expect(toolsIn(answered)).toMatchObject([{ decisions: [{ verdict: 'allowed', ms: 1 }] }]);
    const cancelled = tell(...asked, control('out', 'control_cancel_request', {}));
    expect(toolsIn(cancelled)).toMatchObject([{ decisions: [{ verdict: 'unanswered', ms: 1 }] }]);
  });

  describe('of a CLI that goes on by itself while a message waits', () => {
    const saying = (words: string) =>
      frame('out', { type: 'assistant', message: { content: [{ type: 'text', text: words }] } });
    const lifecycle = (state: string, uuid: string) =>
      frame('out', { type: 'command_lifecycle', command_uuid: uuid, state });
    const result = (fields: object) =>
      frame('out', { type: 'result', subtype: 'success', ...fields });
    const origin = { kind: 'task-notification' };
    const first = [
      ...[send, lifecycle('queued', 'a'), lifecycle('started', 'a'), text],
      ...[result({ user_message_uuids: ['a'] }), lifecycle('completed', 'a')],
    ];
    const second = frame('in', { type: 'user', uuid: 'b', message: { content: 'And then?' } });
    const toldIn = ({ turns }: Story) => turns.map(({ name, blocks }) => [name, textsOf(blocks)]);

    it('gives each turn what was said in it', () => {
      const story = tell(
        ...first,
        second,
        saying('Noted'),
        lifecycle('queued', 'b'),
        result({ origin }),
        lifecycle('started', 'b'),
        saying('Then this'),
        result({ user_message_uuids: ['b'] }),
      );
      expect(toldIn(story)).toEqual([
        ['turn 1', ['Hi']],
        ['turn 2', ['Then this']],
        ['unprompted turn', ['Noted']],
      ]);
      expect(story.turns.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    });

    it('lets its turn end with the message that it took up on the way', () => {
      const story = tell(
        ...first,
        saying('Noted'),
        second,
        lifecycle('queued', 'b'),
        lifecycle('started', 'b'),
        saying('Then this'),
        result({ user_message_uuids: ['b'] }),
      );
      expect(story.turns.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
      expect(story.turns.find(({ trigger }) => trigger === 'cli')?.answeredWith).toBe('turn 2');
    });

    it('is known by its result if the CLI does not say which message it works on', () => {
      const story = tell(
        ...[send, text, result({}), second, saying('Noted'), result({ origin })],
        ...[saying('Then this'), result({})],
      );
      expect(toldIn(story)).toEqual([
        ['turn 1', ['Hi']],
        ['turn 2', ['Then this']],
        ['unprompted turn', ['Noted']],
      ]);
    });
  });

  it('counts turns from those that are no longer kept', () => {
    const builder = new StoryBuilder('s', 41);
    builder.add({ ...send, at: 0, n: 0 } as Row);
    expect(builder.story.turns).toMatchObject([{ name: 'turn 42' }]);
  });

  it('says what to do about a turn that failed', () => {
    const { turns, problems } = tell(
      send,
      frame('out', { type: 'result', subtype: 'error_max_turns', is_error: true }),
    );
    const error = { code: 'error_max_turns', remedy: expect.stringContaining('maxTurns') };
    expect(turns).toMatchObject([{ error }]);
    expect(problems).toMatchObject([error]);
  });

  it('notes silence only while a turn is open', () => {
    const { spans } = tell(
      { ...send, at: 1_000 },
      { ...text, at: 9_000 },
      { ...frame('out', { type: 'result', subtype: 'success' }), at: 9_100 },
      { ...frame('out', { type: 'keep_alive' }), at: 60_000 },
    );
    const silences = spans.filter(({ lane }) => lane === 'silence');
    expect(silences).toMatchObject([{ startedAt: 1_000, endedAt: 9_000 }]);
  });

  it('loses what is open when the CLI dies, and says how it died', () => {
    const call = { type: 'tool_use', id: 't', name: 'Bash', input: {} };
    const { turns, spans } = tell(
      send,
      frame('out', { type: 'assistant', message: { content: [call] } }),
      { kind: 'stderr', id: 's', bytes: 5, text: 'out of memory\n' },
      { kind: 'exited', id: 's', code: null, signal: 'SIGKILL' },
    );
    expect(turns[0]?.state).toBe('lost');
    expect(turns[0]?.blocks).toMatchObject([
      { kind: 'tool', outcome: 'cancelled', endedAt: 3 },
      { message: 'Claude Code was ended by SIGKILL.\nstderr: out of memory' },
    ]);
    expect(spans.every(({ endedAt }) => endedAt === 3)).toBe(true);
  });

  it('ignores frames of other sessions and frames that were cut', () => {
    const { turns } = tell({ ...send, id: 'other' } as RowBody, send, {
      ...{ kind: 'frame', id: 's', dir: 'out', type: 'assistant', bytes: 9, cut: true },
    });
    expect(turns).toHaveLength(1);
    expect(turns[0]?.blocks).toEqual([]);
  });

  it('costs the same for each of 10,000 rows', async () => {
    const rows = await rowsOf('cli-2.1.325/session-hooks-permission-mcp');
    const many = Array.from({ length: Math.ceil(10_000 / rows.length) }, () => rows).flat();
    const startedAt = performance.now();
    const story = storyOf(many.map((row, n) => ({ ...row, n })));
    const ms = performance.now() - startedAt;
    expect(story.turns.length).toBeGreaterThan(10);
    process.stderr.write(`${many.length} rows were folded in ${ms.toFixed(0)} ms\n`);
    expect(ms).toBeLessThan(2_000);
  });
});
