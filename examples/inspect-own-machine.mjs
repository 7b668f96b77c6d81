// Watch your own machine, and the session that it invokes, on the inspector page.
// With --stay the page stays open until Ctrl-C. Open the link that is printed.
import assert from 'node:assert/strict';
import process from 'node:process';
import { sessionInput, sessionMachine, sessionOrders } from 'claude-actors';
import { openPage } from 'claude-actors/inspect';
import { fakeCli } from 'claude-actors/testing';
import { assign, createActor, sendTo, setup, toPromise } from 'xstate';

const stays = process.argv.includes('--stay');
/** Slow enough to watch with --stay, fast in the automatic check. */
const thinkingMs = stays ? 4_000 : 20;

const releaseMachine = setup({
  actors: { session: sessionMachine },
  actions: {
    draft: sendTo('claude', () => sessionOrders.send('Write the release notes.')),
    keepNotes: assign({ notes: ({ event }) => event.message.result }),
    hangUp: sendTo('claude', () => sessionOrders.end()),
  },
  guards: {
    isRunning: ({ event }) => event.state === 'running',
    isResult: ({ event }) => event.message.type === 'result',
  },
}).createMachine({
  id: 'release',
  context: ({ input }) => ({ options: input, notes: '' }),
  output: ({ context }) => context.notes,
  invoke: { src: 'session', id: 'claude', input: ({ context }) => sessionInput(context.options) },
  initial: 'preparing',
  states: {
    preparing: {
      on: { 'claude.stateChanged': { guard: 'isRunning', target: 'drafting', actions: 'draft' } },
    },
    drafting: {
      on: { 'claude.message': { guard: 'isResult', target: 'proofreading', actions: 'keepNotes' } },
    },
    proofreading: { after: { [thinkingMs]: 'publishing' } },
    publishing: { entry: 'hangUp' },
    published: { type: 'final' },
  },
  on: { 'claude.done': '.published' },
});

const cli = fakeCli({
  turns: [
    [
      { text: 'I look at what has changed.' },
      { tool: 'Write', input: { file_path: 'NOTES.md', content: '# 1.1\n' } },
      { text: 'The notes are written.' },
    ],
  ],
});
const page = await openPage({ content: 'shown' });
if (stays) console.log(`Inspect at ${page.url}`);

/** The data behind the page: the list of systems, each with its actors and their states. */
async function untilPageShows(actor, state) {
  const response = await fetch(`${page.url}events`);
  let text = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    const lists = text.split('\n').filter((line) => line.startsWith('data: ['));
    const systems = lists.flatMap((line) => JSON.parse(line.slice('data: '.length)));
    const actors = systems.flatMap((system) => system.actors);
    if (actors.some(({ name, state: now }) => name === actor && now === state)) return;
  }
}

const options = {
  port: cli.port,
  inspect: page,
  canUseTool: async () => {
    // The page shows the pending permission request, and how long it has been waiting.
    await untilPageShows('claude', 'running · requiresAction');
    if (stays) await new Promise((resolve) => setTimeout(resolve, thinkingMs));
    return { behavior: 'allow' };
  },
};
const actor = createActor(releaseMachine, { input: options, inspect: page }).start();
await untilPageShows('release', 'drafting');
const notes = await toPromise(actor);
await untilPageShows('release', 'published');

assert.equal(notes, 'The notes are written.');
assert.equal(cli.ran[0].tool, 'Write');
console.log('ok: the page has shown the machine and the session in it');

if (stays) {
  await new Promise((resolve) => {
    process.once('SIGINT', resolve);
    // The page alone does not keep the program alive.
    setInterval(() => {}, 2 ** 30);
  });
  process.exit();
}
await page.close();
