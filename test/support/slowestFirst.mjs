import Sequencer from '@jest/test-sequencer';

/** The files that take longest. One that starts last keeps one core busy while the other is idle. */
const slow = [
  ...['test/model/conversation', 'test/model/session', 'test/system/package', 'test/docs/docs'],
  ...['test/browser/navigation', 'test/secrets/everywhere', 'test/testing/model/paths'],
  ...['test/browser/accessibility', 'test/sessionMemory', 'test/manyTurns'],
  ...['test/browser/conversation', 'test/secrets/cost', 'test/ffi/process/parentDeath'],
  ...['test/model/process', 'test/model/fleet/protocol', 'test/official/settings'],
  ...['test/browser/frameTimes', 'test/browser/page', 'test/system/badInput/'],
  ...['test/machines/session/turnLedgerProperties', 'test/model/pool', 'test/cli/process/main'],
  ...['test/ffi/process/orphans', 'test/cli/generateTests', 'test/testing/failingRecordings'],
  ...['test/ffi/process/guardScript', 'test/browser/fleet', 'test/codec/lines'],
];

function rank({ path }) {
  const found = slow.findIndex((part) => path.replaceAll('\\', '/').includes(part));
  return found < 0 ? slow.length : found;
}

/** Jest's order, by size if a clone has no times yet, with the slow files before all others. */
export default class SlowestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
}
