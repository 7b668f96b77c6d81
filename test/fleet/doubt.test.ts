import { afterEach, describe, expect, it } from '@jest/globals';
import {
  createFleet,
  embedded,
  type Fleet,
  type FleetSession,
  memoryStore,
} from '../../src/fleet/index.js';
import { type FakeCli, fakeCli, type Scenario } from '../../src/testing/index.js';

const fleets: Fleet[] = [];
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.drain({ timeoutMs: 0 });
});

const scenario = (...turns: NonNullable<Scenario['turns']>) => fakeCli({ turns });

/** A tool call whose process dies before there is a result. */
const toolUse = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'refund 7' } };
const message = { id: 'm', role: 'assistant', type: 'message', content: [toolUse] };
const frame = { type: 'assistant', message, parent_tool_use_id: null, session_id: '', uuid: 'u' };

/** A conversation whose process died while a tool was running. */
async function interrupted() {
  let options = { port: scenario([{ frame }, { crash: 'SIGKILL' }]).port } as object;
  const fleet = createFleet({
    ...{ engine: embedded(), store: memoryStore() },
    options: () => options,
  });
  fleets.push(fleet);
  await fleet.work();
  const chat = await fleet.session('chat-1');
  expect(await outcomeOf(chat, '1')).toBe('interrupted');
  const use = (newOptions: object) => {
    options = newOptions;
  };
  return { chat, use };
}

/** What the model was told about doubt. */
const notesIn = ({ processes }: FakeCli) =>
  processes
    .flatMap(({ written }) => written)
    .filter((line) => line.includes('outcome of these tool calls is unknown'));

async function outcomeOf(chat: FleetSession, id: string): Promise<string> {
  await chat.send('And now?', { id });
  return (await chat.settled(id)).outcome;
}

describe('the model is told which tool calls are in doubt', () => {
  it('with the next message, and not again', async () => {
    const { chat, use } = await interrupted();
    const cli = scenario([{ text: 'I see.' }], [{ text: 'Yes.' }]);
    use({ port: cli.port });
    expect(await outcomeOf(chat, '2')).toBe('answered');
    expect(notesIn(cli)).toEqual([expect.stringContaining('Bash (toolu_1)')]);
    expect(await outcomeOf(chat, '3')).toBe('answered');
    expect(notesIn(cli)).toHaveLength(1);
  });

  it('with a later message, if no process could be started for the next one', async () => {
    const { chat, use } = await interrupted();
    use({ pathToClaudeCodeExecutable: '/nowhere/claude' });
    expect(await outcomeOf(chat, '2')).toBe('failed');
    const cli = scenario([{ text: 'I see.' }]);
    use({ port: cli.port });
    expect(await outcomeOf(chat, '3')).toBe('answered');
    expect(notesIn(cli)).toEqual([expect.stringContaining('Bash (toolu_1)')]);
  });

  it('again, if the turn that was told so was cut off as well', async () => {
    const { chat, use } = await interrupted();
    use({ port: scenario([{ crash: 'SIGKILL' }]).port });
    expect(await outcomeOf(chat, '2')).toBe('interrupted');
    const cli = scenario([{ text: 'I see.' }]);
    use({ port: cli.port });
    expect(await outcomeOf(chat, '3')).toBe('answered');
    expect(notesIn(cli)).toEqual([expect.stringContaining('Bash (toolu_1)')]);
  });
});
