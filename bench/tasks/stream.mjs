import { Stopwatch } from '../support/Stopwatch.mjs';

/**
 * Lets a contender read one answer, and times it from the first message (`init`) to the result.
 * With `pauseForHooks` the reader pauses at the first counted message until that many hooks have
 * been called. With `inspected` an inspector watches the session.
 */
export async function run({ contender, type, count, pauseForHooks, inspected, options, ...cli }) {
  const { open } = await import(`../contenders/${contender}.mjs`);
  const { received, ...time } = await new Promise((resolve, reject) => {
    let watch;
    let taken;
    let counted = 0;
    let hooks = 0;
    let resume;
    const input = { ...cli, options: { ...options, ...(inspected && { inspect: () => {} }) } };
    open(input, {
      onMessage(message) {
        if (message.type === type) {
          counted += 1;
          if (pauseForHooks && counted === 1) {
            return new Promise((resolvePause) => {
              resume = resolvePause;
            });
          }
        } else if (message.subtype === 'init') {
          watch = new Stopwatch();
        } else if (message.type === 'result') {
          // The result's text has the CLI's own times of the hooks.
          taken = { ...watch.read(), ...JSON.parse(message.result) };
        }
      },
      onHook() {
        hooks += 1;
        if (hooks === pauseForHooks) resume();
      },
      onEnd: (error) => (error ? reject(error) : resolve({ ...taken, received: counted })),
    });
  });
  if (received !== count) throw new Error(`Received ${received} messages instead of ${count}.`);
  return { ...time, count, rssMb: process.memoryUsage.rss() / 1e6 };
}
