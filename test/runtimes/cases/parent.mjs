// A program that is killed, exits or throws while its CLI works on a turn and has a tool running.
import process from 'node:process';
import { startSession } from 'claude-actors';
import { cli } from './setUp.mjs';
import { toolPid } from './toolPid.mjs';

const session = await startSession({ options: cli('withTool.mjs') });
session.send('Work').result.catch(() => {});
const tool = await toolPid();
console.log(`ready ${JSON.stringify({ pid: process.pid, cli: session.pid, tool })}`);
const [, , end] = process.argv;
if (end === 'exit') process.exit(7);
if (end === 'throw') setTimeout(() => JSON.parse('{'), 10);
setInterval(() => {}, 1000);
