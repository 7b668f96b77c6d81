import { knownSecrets } from '../../secrets/KnownSecrets.js';
import { withoutKnownSecrets } from '../../secrets/redactDeep.js';
import { cliFlags, cliOptions } from '../cliFlags.js';
import { defineCommand } from '../command.js';
import { exitCodes } from '../exitCodes.js';
import { UsageError } from '../UsageError.js';
import { type Check, formatCheck, formatVerdict } from './check.js';
import { runChecks } from './runChecks.js';

export const doctorCommand = defineCommand({
  name: 'doctor',
  operands: '',
  summary: 'Check that the CLI is installed and works',
  notes: [
    'It starts a session but sends no prompt, so it costs nothing. It never shows credentials.',
    'Exits with 0 if no check failed.',
  ],
  flags: { ...cliFlags, json: { kind: 'switch', help: 'Print one JSON object' } },
  async run({ values, operands }, host) {
    if (operands.length > 0) {
      throw new UsageError(`doctor takes no arguments. Remove "${operands[0]}".`);
    }
    const options = await cliOptions(values);
    knownSecrets.learn({ ...host.env, ...options.env });
    const simulated = values.simulate !== undefined;
    const abort = new AbortController();
    const unlisten = host.onInterrupt(() => {
      unlisten();
      abort.abort();
    });
    const checks: Check[] = [];
    const { signal } = abort;
    for await (const found of runChecks({ options, env: host.env, simulated, signal })) {
      // The CLI says which credentials it uses. It should name them, but it could quote them.
      const check = withoutKnownSecrets(found);
      checks.push(check);
      if (!values.json && !signal.aborted) host.stdout.write(formatCheck(check, host));
    }
    unlisten();
    if (signal.aborted) return exitCodes.interrupted;
    const ok = checks.every(({ status }) => status !== 'fail');
    if (values.json)
      host.stdout.data(`${JSON.stringify({ ok, checks: checks.map(withoutLines) })}\n`);
    else host.stdout.line(formatVerdict(checks, host));
    return ok ? exitCodes.ok : exitCodes.failed;
  },
});

function withoutLines({ lines: _, ...check }: Check): Omit<Check, 'lines'> {
  return check;
}
