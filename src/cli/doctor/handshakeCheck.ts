import type { InitializeResponse } from '../../codec/requestsToCli.js';
import { ClaudeActorsError } from '../../errors.js';
import type { Options } from '../../options/types.js';
import { startSession } from '../../startSession.js';
import { durationText } from '../run/summaryLines.js';
import type { Check } from './check.js';

const name = 'Handshake';
/** Warnings that other checks already report in more detail. */
const reportedElsewhere = ['SeveralClis', 'UnparseableCliVersion', 'VersionProbeFailed'];

export interface Handshake {
  checks: Check[];
  answer?: InitializeResponse;
}

/** Starts a session, waits for the CLI's answer to `initialize`, and ends the session. */
export async function checkHandshake(options: Options): Promise<Handshake> {
  const startedAt = performance.now();
  try {
    const session = await startSession({ options });
    const answer = await session.initialization;
    const startMs = Math.round(performance.now() - startedAt);
    await session.end();
    const endMs = Math.round(performance.now() - startedAt) - startMs;
    const [commands, models] = [answer.commands?.length ?? 0, answer.models?.length ?? 0];
    const warnings: Check[] = [];
    for await (const event of session.events()) {
      if (event.type !== 'warning' || reportedElsewhere.includes(event.code)) continue;
      const { code, message } = event;
      warnings.push({ name: 'Warning', status: 'warn', message: `${code}: ${message}` });
    }
    const check: Check = {
      name,
      status: 'ok',
      message: `${commands} commands, ${models} models; started in ${durationText(startMs)}, exited in ${durationText(endMs)}`,
      facts: { commands, models, startMs, endMs },
    };
    return { checks: [check, ...warnings], answer };
  } catch (error) {
    if (!(error instanceof ClaudeActorsError)) throw error;
    const [text = error.message] = error.message.split('\nSearched for the CLI', 1);
    const message = `${error.code}: ${text}`;
    return { checks: [{ name, status: 'fail', message, facts: { code: error.code } }] };
  }
}
