import type { Language, Machine } from './testFile.js';

const head = (machine: Machine, language: Language) => {
  const file = `${machine}.driver.${language}`;
  const isTyped = language === 'ts';
  const type = machine === 'session' ? 'SessionDriver' : 'QueryDriver';
  const imports = isTyped
    ? `import type { ${type} } from 'claude-actors/testing';`
    : "import assert from 'node:assert/strict';";
  const declaration = isTyped
    ? `/** Your application, as \`start\` returns it. */
type App = unknown;

export const driver: ${type}<App> = {`
    : `/** @type {import('claude-actors/testing').${type}} */
export const driver = {`;
  return `// How the tests use your application. Fill it in: generate-tests never overwrites this file.
//
// Each function does what a user of the application would do, and settles when the application has
// finished. Omit what your application cannot do: the tests that need it are skipped.
${imports}

const fillIn = (name${isTyped ? ': string): never' : ')'} => {
  throw new Error(\`Fill in \${name}() in ${file}.\`);
};

${declaration}`;
};

const session = (start: string) => `${start}
  /** Starts the application. The options must reach its session: \`startSession({ options })\`. */
  async start(options) {
    return fillIn('start');
  },

  /** Stops the application, whatever it is doing, and cleans up. */
  async close(app) {
    return fillIn('close');
  },

  /** Makes the application open its session, if it does not do so at its start. */
  // open: (app) => app.logIn(),

  /** Settles when the sender of the message has received the answer or an error. */
  // send: (app, text) => app.session.send(text).result,
  // interrupt: (app) => app.session.interrupt(),
  /** Answer the pending permission request. */
  // allow: (app) => app.approve(true),
  // deny: (app) => app.approve(false),
  /** Sends any control request. */
  // request: (app, bounds) => app.session.setModel('sonnet', bounds),
  // end: (app) => app.session.end(),
  // stop: (app) => app.session.stop(),

  /** What must be true of the application in each state of its session. */
  states: {
    // 'running.turn.requiresAction': (app) => assert.equal(app.approvals.length, 1),
    // stopped: (app) => assert.equal(app.approvals.length, 0),
    // failed: (app) => assert.equal(app.approvals.length, 0),
  },
};
`;

const query = (start: string) => `${start}
  /** Starts the application. The options must reach its one-shot query. */
  async start(options) {
    return fillIn('start');
  },

  /** Settles when the application has handled the outcome of its query. */
  async outcome(app) {
    return fillIn('outcome');
  },

  /** Stops the application, whatever it is doing, and cleans up. */
  async close(app) {
    return fillIn('close');
  },

  /** Makes the application run its query, if it does not do so at its start. */
  // open: (app) => app.ask('Hello'),
  // interrupt: (app) => app.query.interrupt(),
  // stop: (app) => app.query.close(),

  /** What must be true of the application in each state of its query. */
  states: {
    // resultReceived: (app) => assert.ok(app.answer),
    // exited: (app) => assert.equal(app.isBusy, false),
  },
};
`;

/** The template of a driver, for the user to fill in. */
export function driverFile(machine: Machine, language: Language): string {
  return (machine === 'session' ? session : query)(head(machine, language));
}
