import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  type Attribution,
  idleReceived,
  noTurns,
  resultReceived,
  turnSent,
  turnStarted,
} from '../../../src/machines/session/turnLedger.js';

/** Plays the frames of a recording that a ledger looks at, and tells what was settled by which. */
function settledIn(version: string, name: string): string[] {
  const url = new URL(`../../fixtures/recordings/cli-${version}/${name}.ndjson`, import.meta.url);
  let ledger = noTurns;
  let results = 0;
  const settled: string[] = [];
  const take = (came: Attribution, by: string) => {
    ledger = came.ledger;
    for (const uuid of came.settled) settled.push(`${uuid[0]} by ${by} ${results}`);
  };
  for (const line of readFileSync(url, 'utf8').trim().split('\n')) {
    const { dir, message } = JSON.parse(line);
    if (dir === 'in' && message?.type === 'user') ledger = turnSent(ledger, message.uuid);
    if (dir !== 'out') continue;
    if (message.type === 'command_lifecycle' && message.state === 'started') {
      ledger = turnStarted(ledger, message.command_uuid);
    }
    if (message.type === 'result') {
      results += 1;
      take(resultReceived(ledger, message), 'result');
    }
    if (message.state === 'idle') take(idleReceived(ledger), 'idle after result');
  }
  expect(ledger.open.size).toBe(0);
  return settled;
}

describe('the recordings', () => {
  it.each([
    ['2.1.325', ['1 by result 1', '2 by result 2', '3 by result 2']],
    ['2.1.197', ['1 by result 1', '2 by result 2', '3 by idle after result 2']],
  ])('of %s: three messages at once give two results', (version, settled) => {
    expect(settledIn(version, 'session-three-messages-at-once')).toEqual(settled);
  });

  it.each([['2.1.325'], ['2.1.197']])(
    'of %s: a message that a stale idle meets waits for its own result',
    (version) => {
      expect(settledIn(version, 'session-stale-idle')).toEqual(['1 by result 1', '2 by result 2']);
    },
  );

  it.each([
    ['2.1.325', ['1 by result 1', '2 by result 1']],
    ['2.1.197', ['1 by result 1', '2 by idle after result 1']],
  ])('of %s: a message written inside a turn shares its result', (version, settled) => {
    expect(settledIn(version, 'session-state-and-mid-turn-message')).toEqual(settled);
  });
});
