import { barePipe, go } from '../support/barePipe.mjs';
import { Stopwatch } from '../support/Stopwatch.mjs';

let crowd;

/** Many bare pipes, started once and then all told to go at once: what sessions could reach at best. */
export async function run({ sessions, type, each, cli, env }) {
  crowd ??= await Promise.all(Array.from({ length: sessions }, () => turnsOf({ cli, env })));
  const watch = new Stopwatch();
  const counts = await Promise.all(crowd.map((turn) => turn(type)));
  const took = watch.read();
  const wrong = counts.find((counted) => counted !== each);
  if (wrong !== undefined) throw new Error(`${wrong} messages came, not ${each}.`);
  return { ...took, count: sessions * each };
}

/** Gives a function that runs a turn and counts its messages of a type. */
function turnsOf(command) {
  let take;
  const { write } = barePipe(command, (frame) => take(frame));
  const turn = (type) =>
    new Promise((resolve) => {
      let counted = 0;
      take = (frame) => {
        if (frame.type === type) counted += 1;
        if (frame.type === 'result') resolve(counted);
      };
      write(go);
    });
  return new Promise((resolve) => {
    take = (frame) => frame.type === 'control_response' && resolve(turn);
    write({ type: 'control_request', request_id: 'i', request: { subtype: 'initialize' } });
  });
}
