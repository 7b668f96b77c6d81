import { Stopwatch } from '../support/Stopwatch.mjs';

/**
 * Reads one answer by the contender `who`: what it takes from the first message (`init`) to the
 * result. With `stallFor` the reader stops at the first message that is counted until so many hooks
 * have been called; with `inspected` somebody watches the charts.
 */
export async function run({ who, type, count, stallFor, inspected, options, ...cli }) {
  const { open } = await import(`../contenders/${who}.mjs`);
  const seen = await new Promise((resolve, reject) => {
    let watch;
    let took;
    let counted = 0;
    let hooks = 0;
    let wake;
    const given = { ...cli, options: { ...options, ...(inspected && { inspect: () => {} }) } };
    open(given, {
      onMessage(message) {
        if (message.type === type) {
          counted += 1;
          if (stallFor && counted === 1) {
            return new Promise((goOn) => {
              wake = goOn;
            });
          }
        } else if (message.subtype === 'init') {
          watch = new Stopwatch();
        } else if (message.type === 'result') {
          took = { ...watch.read(), ...JSON.parse(message.result) };
        }
      },
      onHook() {
        hooks += 1;
        if (hooks === stallFor) wake();
      },
      onEnd: (error) => (error ? reject(error) : resolve({ ...took, counted })),
    });
  });
  if (seen.counted !== count) throw new Error(`${seen.counted} messages came, not ${count}.`);
  return { ...seen, count, rssMb: process.memoryUsage.rss() / 1e6 };
}
