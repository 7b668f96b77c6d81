import type { Machine } from './testFile.js';

const head = (
  file: string,
) => `// How the tests work your application. Fill it in: it is never written over.
//
// Each function does what a user of the application would do, and settles when the application is
// done with it. Leave out what it cannot do: the lives that need it are skipped.
import assert from 'node:assert/strict';

const fillIn = (name) => {
  throw new Error(\`Fill in \${name}() in ${file}.\`);
};
`;

const session = (file: string) => `${head(file)}
/** @type {import('claude-actors/testing').SessionDriver} */
export const driver = {
  /** Starts the application. The options must reach its session: \`startSession({ options })\`. */
  async start(options) {
    return fillIn('start');
  },

  /** Ends the application, whatever it is doing, and leaves nothing. */
  async close(app) {
    return fillIn('close');
  },

  /** Settles when whoever sent the message has got an answer, or was told that there is none. */
  // send: (app, text) => app.session.send(text).result,
  // interrupt: (app) => app.session.interrupt(),
  /** Answers the permission that is asked for. */
  // allow: (app) => app.approve(true),
  // deny: (app) => app.approve(false),
  /** Some control request. */
  // request: (app, bounds) => app.session.setModel('sonnet', bounds),
  // end: (app) => app.session.end(),
  // stop: (app) => app.session.stop(),

  /** What must be true of the application in a state of its session. */
  states: {
    // 'running.turn.requiresAction': (app) => assert.equal(app.approvals.length, 1),
    // stopped: (app) => assert.equal(app.approvals.length, 0),
    // failed: (app) => assert.equal(app.approvals.length, 0),
  },
};
`;

const query = (file: string) => `${head(file)}
/** @type {import('claude-actors/testing').QueryDriver} */
export const driver = {
  /** Starts the application. The options must reach its query: \`query(prompt, options)\`. */
  async start(options) {
    return fillIn('start');
  },

  /** Settles when the application has dealt with the outcome of its query. */
  async outcome(app) {
    return fillIn('outcome');
  },

  /** Ends the application, whatever it is doing, and leaves nothing. */
  async close(app) {
    return fillIn('close');
  },

  // interrupt: (app) => app.query.interrupt(),
  // stop: (app) => app.query.close(),

  /** What must be true of the application in a state of its query. */
  states: {
    // resultReceived: (app) => assert.ok(app.answer),
    // exited: (app) => assert.equal(app.isBusy, false),
  },
};
`;

/** A driver to fill in. */
export function driverFile(machine: Machine, file: string): string {
  // The import is for the checks, which begin as comments.
  return (machine === 'session' ? session : query)(file);
}
