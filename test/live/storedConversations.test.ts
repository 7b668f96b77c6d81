import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Build, buildSources } from '../support/buildSources.js';
import { bypass, live } from '../support/liveCli.js';
import type { ApiRequest, Saying } from '../support/messagesApi.js';
import { describeRealCli, type Target } from '../support/targets.js';
import { officialSdk } from './dropIn/officialSdk.js';

const cli = live();
let build: Build;
beforeAll(() => {
  build = buildSources();
});
afterAll(() => build.remove());

type Call = [name: string, ...args: unknown[]];
type Outcome = { result?: unknown; error?: string };

/** The result of the only call. */
const only = <T>([outcome]: readonly Outcome[]): T => outcome?.result as T;

/** Calls functions of a package in a process of its own, on a configuration folder. */
function call(sdk: string, config: string, calls: readonly Call[]): Outcome[] {
  const script = `
    const sdk = await import(${JSON.stringify(sdk)});
    const outcomes = [];
    for (const [name, ...args] of ${JSON.stringify(calls)}) {
      outcomes.push(await sdk[name](...args).then((result) => ({ result }), (error) => ({ error: error.message })));
    }
    console.log(JSON.stringify(outcomes));`;
  const env = { ...cli.box.env, CLAUDE_CONFIG_DIR: config };
  const args = ['--input-type=module', '-e', script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Outcome[];
}

const here = (calls: readonly Call[], config = cli.box.env.CLAUDE_CONFIG_DIR ?? '') =>
  call(build.url('index.js'), config, calls);
const there = (calls: readonly Call[], config = cli.box.env.CLAUDE_CONFIG_DIR ?? '') =>
  call(officialSdk(), config, calls);

/** A main agent that starts a subagent when it reads START. */
function model(request: ApiRequest): Saying[] {
  const said = JSON.stringify(request.messages);
  if (said.includes('SUBWORK') && !said.includes('START')) {
    const input = { command: 'echo sub' };
    return said.includes('tool_result')
      ? [{ text: 'Subagent finished.' }]
      : [{ tool: 'Bash', id: 'toolu_sub', input }];
  }
  if (said.includes('START') && !said.includes('toolu_agent')) {
    const input = { description: 'work', prompt: 'SUBWORK', subagent_type: 'general-purpose' };
    return [{ text: 'I start one.' }, { tool: 'Task', id: 'toolu_agent', input }];
  }
  return [{ text: 'Fine.' }];
}

/** A conversation with a subagent and a compaction, continued twice, and its fork. */
async function converse(target: Target): Promise<string> {
  cli.model = model;
  const first = await cli.start(target, bypass);
  await first.send('Hello "you"\nand\\more ünï').result;
  await first.send('START please').result;
  const { sessionId } = first;
  if (sessionId === undefined) throw new Error('the session has no id');
  await first.end();
  const second = await cli.start(target, { ...bypass, resume: sessionId });
  await second.send('Another turn').result;
  await second.send('/compact').result;
  await second.send('After the compaction').result;
  await second.send('/rename My title').result;
  await second.end();
  const fork = await cli.start(target, { ...bypass, resume: sessionId, forkSession: true });
  await fork.send('In the fork').result;
  await fork.end();
  return sessionId;
}

describeRealCli('stored conversations', (target) => {
  it('are read as the official SDK reads them', async () => {
    const sessionId = await converse(target);
    const listed = only<{ sessionId: string }[]>(there([['listSessions']]));
    const ids = listed.map((info) => info.sessionId);
    expect(ids).toHaveLength(2);
    const [agent] = only<string[]>(there([['listSubagents', sessionId]]));
    const dir = cli.box.cwd;
    const calls: Call[] = [
      ['listSessions'],
      ...[{ dir }, { dir, limit: 1 }, { offset: 1 }, { dir: '/no/such/project' }].map(
        (options): Call => ['listSessions', options],
      ),
      ['listSessions', { dir, includeWorktrees: false, includeProgrammatic: false }],
      ...ids.flatMap((id): Call[] => [
        ['getSessionInfo', id],
        ['getSessionInfo', id, { dir }],
        ['getSessionInfo', id, { dir: '/no/such/project' }],
        ['getSessionMessages', id],
        ['getSessionMessages', id, { limit: 2, offset: 1, dir }],
        ['getSessionMessages', id, { includeSystemMessages: true }],
        ['listSubagents', id],
      ]),
      ['getSubagentMessages', sessionId, agent],
      ['getSubagentMessages', sessionId, agent, { limit: 1, offset: 1 }],
      ['getSubagentMessages', sessionId, 'none'],
      ['getSessionInfo', '00000000-0000-4000-8000-000000000000'],
    ];
    expect(here(calls)).toEqual(there(calls));
    expect(only<unknown[]>(here([['getSessionMessages', sessionId]])).length).toBeGreaterThan(4);
  });

  it('are changed so that the official SDK sees the same as after its own change', async () => {
    const sessionId = await converse(target);
    const changes: Call[] = [
      ['renameSession', sessionId, ' New "name" '],
      ['tagSession', sessionId, ' ta\u200bg '],
      ['archiveSession', sessionId],
    ];
    const copies = [join(cli.box.home, 'here'), join(cli.box.home, 'there')] as const;
    for (const copy of copies) {
      cpSync(cli.box.env.CLAUDE_CONFIG_DIR ?? '', copy, { recursive: true });
    }
    expect(here(changes, copies[0])).toEqual(there(changes, copies[1]));
    const read: Call[] = [
      ['getSessionInfo', sessionId],
      ['getSessionMessages', sessionId],
    ];
    const [ours, theirs] = copies.map((copy) => there(read, copy));
    const timeless = (outcomes: Outcome[] | undefined) =>
      JSON.parse(JSON.stringify(outcomes), (key, value) =>
        key === 'lastModified' ? undefined : value,
      );
    expect(timeless(ours)).toEqual(timeless(theirs));
    expect(timeless(ours)[0].result).toMatchObject({
      summary: 'New "name"',
      tag: 'tag',
      archived: true,
    });
    const forkAndCount = (run: typeof here, copy: string) => {
      const { sessionId: id } = only<{ sessionId: string }>(
        run([['forkSession', sessionId]], copy),
      );
      const texts = only<{ message: unknown }[]>(there([['getSessionMessages', id]], copy));
      return texts.map(({ message }) => message);
    };
    expect(forkAndCount(here, copies[0])).toEqual(forkAndCount(there, copies[1]));
    const gone: Call[] = [
      ['deleteSession', sessionId],
      ['getSessionInfo', sessionId],
    ];
    expect(here(gone, copies[0])).toEqual(there(gone, copies[1]));
  });

  it('are continued by the CLI after a rename and a fork', async () => {
    const sessionId = await converse(target);
    expect(here([['renameSession', sessionId, 'Ours']])).toEqual([{}]);
    const { sessionId: resume } = only<{ sessionId: string }>(here([['forkSession', sessionId]]));
    const session = await cli.start(target, { ...bypass, resume });
    const result = await session.send('Go on').result;
    await session.end();
    expect(result).toMatchObject({ is_error: false, session_id: resume });
    expect(JSON.stringify(cli.api.requests.at(-1)?.messages)).toContain('After the compaction');
    expect(only(there([['getSessionInfo', resume]]))).toMatchObject({ customTitle: 'Ours (fork)' });
  });
});
