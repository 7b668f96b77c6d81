#!/usr/bin/env node
import process from 'node:process';
import { runCommandLine } from './commandLine.js';
import { processHost } from './host.js';

// Not `process.exit()`, which would drop output that a pipe has not accepted yet.
process.exitCode = await runCommandLine(process.argv.slice(2), processHost());
