import { existsSync } from 'node:fs';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell, tellAll } from './record.mjs';

const options = { ...cli, permissionMode: 'bypassPermissions' };
await tellAll(query({ prompt: 'Touch the file', options }));
tell('touched', existsSync('touched.txt'));
