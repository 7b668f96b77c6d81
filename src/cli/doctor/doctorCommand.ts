import { defineCommand } from '../Command.js';
import { cliFlags, cliOptions } from '../cliFlags.js';
import { exitCodes } from '../exitCodes.js';
import { UsageError } from '../UsageError.js';
import type { Check } from './Check.js';
import { examine } from './examine.js';
import { formatCheck, verdict } from './formatCheck.js';

export const doctorCommand = defineCommand({
  name: 'doctor',
  operands: '',
  summary: 'Finds the CLI, checks it and shakes hands with it',
  notes: [
    'No prompt is sent, so nothing is paid for. Credentials are looked for, never shown.',
    'Exits with 0 only where nothing failed.',
  ],
  flags: { ...cliFlags, json: { kind: 'switch', help: 'Prints one JSON object' } },
  async run({ values, operands }, host) {
    if (operands.length > 0) throw new UsageError(`Leave "${operands[0]}" out.`);
    const options = await cliOptions(values);
    const simulated = values.simulate !== undefined;
    const abort = new AbortController();
    const unlisten = host.onInterrupt(() => {
      unlisten();
      abort.abort();
    });
    const checks: Check[] = [];
    const { signal } = abort;
    for await (const check of examine({ options, env: host.env, simulated, signal })) {
      checks.push(check);
      if (!values.json && !signal.aborted) host.stdout.write(formatCheck(check, host));
    }
    unlisten();
    if (signal.aborted) return exitCodes.interrupted;
    const ok = checks.every(({ status }) => status !== 'fail');
    if (values.json) host.stdout.line(JSON.stringify({ ok, checks: checks.map(forPrograms) }));
    else host.stdout.line(verdict(checks, host));
    return ok ? exitCodes.ok : exitCodes.failed;
  },
});

function forPrograms({ lines: _, ...check }: Check): Omit<Check, 'lines'> {
  return check;
}
