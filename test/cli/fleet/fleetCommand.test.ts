import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { runCommandLine } from '../../../src/cli/commandLine.js';
import { memoryHost } from '../support/memoryHost.js';

const folder = mkdtempSync(join(tmpdir(), 'claude-actors-fleet-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'other.mjs'), 'export default { not: "a fleet" };');

async function fleet(...args: string[]) {
  const host = memoryHost();
  const code = await runCommandLine(['fleet', ...args], host);
  return { code, out: host.out(), err: host.err() };
}
const store = ['--store', folder];

describe('claude-actors fleet', () => {
  it.each<[string[], string]>([
    [[], 'fleet needs one of: work, status, inspect, send, approvals.'],
    [['frobnicate'], 'fleet needs one of'],
    [['work', 'now'], 'fleet work does not know what to do with "now"'],
    [['status', 'chat-1'], 'fleet status does not know what to do with "chat-1"'],
    [['status', '--approve', 'Bash'], '--approve has no effect on fleet status'],
    [['work', '--json'], '--json has no effect on fleet work'],
    [['send', 'chat-1', 'Hi', '--port', '80'], '--port has no effect on fleet send'],
    [['send', 'chat-1'], 'fleet send needs a conversation and a message.'],
    [['send', 'chat-1', ''], 'fleet send needs a conversation and a message.'],
    [['approvals', 'frobnicate'], 'fleet approvals knows list, allow and deny'],
    [['approvals', 'list', 'x'], 'fleet approvals list takes no id'],
    [['approvals', 'allow'], 'fleet approvals allow needs the id of an approval'],
    [['approvals', 'deny', 'nobody', '--message', 'no'], 'There is no open approval nobody'],
    [['approvals', 'allow', 'x', '--message', 'no'], '--message says why an approval is denied'],
    [['inspect', '--answer'], '--answer needs --show-content'],
  ])('exits with 2 and says what is wrong: %j', async (args, message) => {
    const { code, out, err } = await fleet(...args, ...store);
    expect(err).toContain(message);
    expect(code).toBe(2);
    expect(out).toBe('');
  });

  it.each<[string[], string]>([
    [['status', '--fleet', join(folder, 'missing.mjs')], 'there is no file'],
    [['status', '--fleet', join(folder, 'other.mjs')], 'must be a fleet, made by createFleet()'],
    [['status', '--fleet', join(folder, 'other.mjs'), ...store], '--store has no effect with'],
    [['work', '--fleet', join(folder, 'other.mjs'), '--simulate'], '--simulate has no effect with'],
  ])('exits with 2 if the module is not usable: %j', async (args, message) => {
    const { code, err } = await fleet(...args);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  it('stores a message once, and refuses another tenant', async () => {
    const args = ['send', 'chat-1', 'Hi', '--tenant', 'anna', '--no-wait', '--id', '1'];
    expect(await fleet(...args, ...store)).toMatchObject({ code: 0, out: 'stored 1\n' });
    expect(await fleet(...args, ...store)).toMatchObject({ code: 0, out: 'seen 1\n' });
    const other = await fleet('send', 'chat-1', 'Hi', '--tenant', 'ben', '--no-wait', ...store);
    expect(other.err).toContain('belongs to another tenant');
    expect(other.code).toBe(2);
  });
});
