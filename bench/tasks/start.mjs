import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

/** Microseconds, by the clock that all processes share. */
const now = () => Number(process.hrtime.bigint()) / 1000;

const { spawn } = childProcess;
let cliPath;
let onSpawned;
childProcess.spawn = (...call) => {
  const asked = now();
  const child = spawn(...call);
  // The guard is a process too, and not the one that somebody waits for.
  if (call[1]?.includes(cliPath)) onSpawned?.(asked);
  return child;
};
syncBuiltinESMExports();

/** One query: from its call to the spawned process, and from what the CLI says first to its message. */
export async function run({ who, ...given }) {
  const { open } = await import(`../contenders/${who}.mjs`);
  cliPath = given.cli;
  let spawned;
  let cpu;
  let arrived;
  onSpawned = (asked) => {
    spawned ??= { asked, at: now(), cpu: process.cpuUsage(cpu) };
  };
  cpu = process.cpuUsage();
  const called = now();
  await new Promise((resolve, reject) => {
    open(given, {
      onMessage(message) {
        if (message.subtype === 'init') arrived = now() - message.begun;
      },
      onEnd: (error) => (error ? reject(error) : resolve()),
    });
  });
  return {
    toSpawnMs: (spawned.at - called) / 1000,
    inSpawnMs: (spawned.at - spawned.asked) / 1000,
    toSpawnCpuMs: (spawned.cpu.user + spawned.cpu.system) / 1000,
    toMessageMs: arrived / 1000,
  };
}
