import Sequencer from '@jest/test-sequencer';

/** The files that take longest. One that starts last keeps one core busy while the other is idle. */
const slow = [
  ...['test/model/session', 'test/system/package', 'test/docs/docs', 'test/inspect/page/page'],
  ...['test/ffi/process/guardScript', 'test/examples/', 'test/testing/model/lifecycles'],
  ...['test/cli/process/main', 'test/cli/inspect/inspect', 'test/types/publicTypes'],
  ...['test/model/process', 'test/model/randomWalk', 'test/testing/simulatedCli'],
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
