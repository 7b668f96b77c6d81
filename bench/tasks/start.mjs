import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { nowUs } from '../support/nowUs.mjs';

const { spawn } = childProcess;
let cliPath;
let onSpawned;
childProcess.spawn = (...call) => {
  const calledAt = nowUs();
  const child = spawn(...call);
  // The guard is spawned too, but nobody waits for it.
  if (call[1]?.includes(cliPath)) onSpawned?.(calledAt);
  return child;
};
syncBuiltinESMExports();

/** Times one query: from the call to the spawned process, and from the CLI's first byte to `init`. */
export async function run({ contender, ...cli }) {
  const { open } = await import(`../contenders/${contender}.mjs`);
  cliPath = cli.cli;
  let spawned;
  let cpu;
  let toMessageUs;
  onSpawned = (calledAt) => {
    spawned ??= { calledAt, at: nowUs(), cpu: process.cpuUsage(cpu) };
  };
  cpu = process.cpuUsage();
  const start = nowUs();
  await new Promise((resolve, reject) => {
    open(cli, {
      onMessage(message) {
        if (message.subtype === 'init') toMessageUs = nowUs() - message.startedAt;
      },
      onEnd: (error) => (error ? reject(error) : resolve()),
    });
  });
  return {
    toSpawnMs: (spawned.at - start) / 1000,
    inSpawnMs: (spawned.at - spawned.calledAt) / 1000,
    toSpawnCpuMs: (spawned.cpu.user + spawned.cpu.system) / 1000,
    toMessageMs: toMessageUs / 1000,
  };
}
