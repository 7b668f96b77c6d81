import { barePipe, goMessage } from '../support/barePipe.mjs';
import { Stopwatch } from '../support/Stopwatch.mjs';

let pipes;

/** Many bare pipes at once, which is the best that many sessions could reach. Started only once. */
export async function run({ sessions, type, each, cli, env }) {
  pipes ??= await Promise.all(Array.from({ length: sessions }, () => openPipe({ cli, env })));
  const watch = new Stopwatch();
  const counts = await Promise.all(pipes.map((runTurn) => runTurn(type)));
  const time = watch.read();
  const wrong = counts.find((count) => count !== each);
  if (wrong !== undefined) throw new Error(`Received ${wrong} messages instead of ${each}.`);
  return { ...time, count: sessions * each };
}

/** Resolves with a function that runs a turn and counts its messages of one type. */
function openPipe(command) {
  let onFrame;
  const { write } = barePipe(command, (frame) => onFrame(frame));
  const runTurn = (type) =>
    new Promise((resolve) => {
      let count = 0;
      onFrame = (frame) => {
        if (frame.type === type) count += 1;
        if (frame.type === 'result') resolve(count);
      };
      write(goMessage);
    });
  return new Promise((resolve) => {
    onFrame = (frame) => frame.type === 'control_response' && resolve(runTurn);
    write({ type: 'control_request', request_id: 'i', request: { subtype: 'initialize' } });
  });
}
