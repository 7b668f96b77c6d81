import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell, tellAll } from './record.mjs';

const first = await tellAll(query({ prompt: 'One', options: { ...cli } }));
const second = await tellAll(query({ prompt: 'Two', options: { ...cli } }));
const options = { ...cli, resume: first.session_id, continue: true };
const last = await tellAll(query({ prompt: 'Three', options }));
const names = { [first.session_id]: 'the one named', [second.session_id]: 'the last one' };
tell('continued', names[last.session_id]);
