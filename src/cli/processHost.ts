import process from 'node:process';
import type { Host } from './Host.js';
import { Output } from './Output.js';

/** This process as a host. */
export function processHost(): Host {
  return {
    stdout: new Output(process.stdout),
    stderr: new Output(process.stderr),
    // Opened only when it is read: an open stdin would keep the program alive.
    get stdin() {
      return process.stdin;
    },
    env: process.env,
    onInterrupt(listen) {
      process.on('SIGINT', listen);
      return () => process.off('SIGINT', listen);
    },
  };
}
