import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, said, tell } from './record.mjs';

let end = () => {};
const over = new Promise((resolve) => {
  end = resolve;
});
async function* prompts() {
  yield said('One');
  await over;
}

const unknown = '11111111-1111-4111-8111-111111111111';
/** Among them methods that no type lists, but that programs call. */
const calls = {
  cancelAsyncMessage: (run) => run.cancelAsyncMessage(unknown),
  getSettings: async (run) => Object.keys(await run.getSettings()).sort(),
  readFile: (run) => run.readFile('nothing.txt'),
  reconnectMcpServer: (run) => run.reconnectMcpServer('nobody'),
  toggleMcpServer: (run) => run.toggleMcpServer('nobody', false),
  readMcpResource: (run) => run.readMcpResource('nobody', 'file:///x'),
  mcpAuthenticate: (run) => run.mcpAuthenticate('nobody'),
  reloadOutputStyles: (run) => run.reloadOutputStyles(),
  updateSettings: (run) => run.updateSettings('localSettings', { theme: 'dark' }),
  stopTask: (run) => run.stopTask('nothing'),
  backgroundTasks: (run) => run.backgroundTasks('toolu_nothing'),
  rewindFiles: (run) => run.rewindFiles(unknown, { dryRun: true }),
  setMcpServers: (run) => run.setMcpServers({ gone: { command: '/nowhere/server' } }),
  askSideQuestion: (run) => run.askSideQuestion('What is this about?'),
};
const run = query({ prompt: prompts(), options: { ...cli, enableFileCheckpointing: true } });
for await (const message of run) {
  tell('message', message);
  if (message.type !== 'result') continue;
  for (const [name, call] of Object.entries(calls)) {
    const answer = call(run).then(
      (value) => ({ value: value ?? String(value) }),
      (error) => ({ name: error.name, message: error.message }),
    );
    tell(name, await answer);
  }
  end();
}
