import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, tell } from './record.mjs';

const sessionStore = {
  async append() {
    throw new Error('disk full');
  },
  async load() {
    return null;
  },
};
for await (const message of query({ prompt: 'Say hello', options: { ...cli, sessionStore } })) {
  const isMirrorError = message.type === 'system' && message.subtype === 'mirror_error';
  tell(isMirrorError ? 'mirror' : 'message', message);
}
