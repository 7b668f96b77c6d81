#!/usr/bin/env node
import process from 'node:process';
import { runCommandLine } from './commandLine.js';
import { processHost } from './processHost.js';

// Not `process.exit`: what is still on its way into a pipe must arrive.
process.exitCode = await runCommandLine(process.argv.slice(2), processHost());
