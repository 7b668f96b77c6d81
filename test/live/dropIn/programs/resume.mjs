import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell, tellAll } from './record.mjs';

const sessionId = '7f0a6c52-3c11-4d7e-8a55-0123456789ab';
const first = await tellAll(query({ prompt: 'One', options: { ...cli, sessionId } }));
tell('session', { isChosen: first.session_id === sessionId });

const resumed = await tellAll(query({ prompt: 'Two', options: { ...cli, resume: sessionId } }));
tell('session', { isSame: resumed.session_id === sessionId });

const forking = { ...cli, resume: sessionId, forkSession: true };
const forked = await tellAll(query({ prompt: 'Three', options: forking }));
tell('session', { isSame: forked.session_id === sessionId });

const last = await tellAll(query({ prompt: 'Four', options: { ...cli, continue: true } }));
tell('session', { isFork: last.session_id === forked.session_id });
