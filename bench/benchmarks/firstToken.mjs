import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { timeRow } from '../harness/rows.mjs';
import { messagesApi } from '../support/messagesApi.mjs';
import { realCli } from '../support/realCli.mjs';

/** How long until the first token of the real CLI: with a new process, and with one that waits? */
export async function measure(context) {
  const api = await messagesApi();
  const cwd = join(context.env.HOME, 'project');
  mkdirSync(cwd, { recursive: true });
  const env = {
    ...context.env,
    ANTHROPIC_BASE_URL: api.url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
    IS_SANDBOX: '1',
  };
  const task = (way, contender = 'ours') => ({
    ...{ task: 'firstToken', way, contender, cli: realCli(), env, cwd },
  });
  try {
    const samples = await context.compare(
      {
        'pool, cold': task('poolCold'),
        'pool, spare': task('poolSpare'),
        'query()': task('oursCold'),
        'official query()': task('officialCold', 'official'),
        'official startup()': task('officialStartup', 'official'),
      },
      { rounds: context.size(13, 3) },
    );
    const row = (name, subject, baseline, atMost) =>
      timeRow({
        ...{ name, subject, baseline, unit: 'ms', withCpu: false },
        samples: { [subject]: samples[subject], [baseline]: samples[baseline] },
        value: ({ ms }) => ms,
        target: { atMost },
      });
    return [
      ...row('first token from a spare, against a cold start', 'pool, spare', 'pool, cold', 0.5),
      ...row('the same, against official startup()', 'pool, spare', 'official startup()', 1),
      ...row('first token, cold, against official', 'query()', 'official query()', 1),
      ...row('the same in a pool', 'pool, cold', 'official query()', 1),
    ];
  } finally {
    api.close();
  }
}
