// A program that is killed in the moment in which it has started its CLI.
import process from 'node:process';
import { startSession } from 'claude-actors';
import { cli } from './setUp.mjs';

startSession({ options: cli('withTool.mjs', { skipVersionCheck: true }) }).catch(() => {});
const [, , delay] = process.argv;
setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(delay));
