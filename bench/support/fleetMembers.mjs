import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eventually } from './fleetParts.mjs';

const memberFile = fileURLToPath(new URL('fleetMember.mjs', import.meta.url));

/** Starts a member of a fleet in a process of its own. Resolves when it is ready. */
export async function member(plan, listen = () => {}) {
  const child = fork(memberFile, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const said = [];
  child.on('message', (message) => {
    said.push(message);
    listen(message);
  });
  child.send(plan);
  const says = (matches) => eventually('a member of the fleet', () => said.some(matches));
  await says(({ ready }) => ready);
  return { child, says };
}
