// Breaks the charts on purpose, one place at a time, and shows that the tests made from them notice.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));

/** Each `find` must occur exactly once in its file. */
const all = [
  {
    name: 'a late answer is accepted',
    file: 'src/machines/session/requestLedger.ts',
    find: "wasSent ? 'late'",
    replace: "wasSent ? 'pending'",
    tests: ['test/model/session.test.ts', 'control requests'],
  },
  {
    name: 'a request that timed out stays pending',
    file: 'src/machines/session/operationActions.ts',
    find: '  enqueue.assign({ requests: requestSettled(context.requests, id) });',
    replace:
      "  if (outcome.kind !== 'timedOut') enqueue.assign({ requests: requestSettled(context.requests, id) });",
    tests: ['test/model/session.test.ts', 'control requests'],
  },
  {
    name: 'the confirmation timer is not cleared when the run goes on',
    file: 'src/machines/session/sessionChart.ts',
    find: '                open: {\n                  always: [',
    replace:
      "                open: {\n                  after: { confirmation: 'over' },\n                  always: [",
    tests: ['test/model/session.test.ts', 'background tasks'],
  },
  {
    name: 'the queue is flushed in reverse',
    file: 'src/machines/session/operationActions.ts',
    find: "for (const operation of context.queue) {\n    if (operation.kind === 'send') enqueue.raise",
    replace:
      "for (const operation of [...context.queue].reverse()) {\n    if (operation.kind === 'send') enqueue.raise",
    tests: ['test/model/session.test.ts', 'start'],
  },
  {
    name: 'stdin is closed at the first result',
    file: 'src/machines/session/isRunOver.ts',
    find: 'if (facts.openTurns > facts.overdueTurns || facts.openTrackedTasks > 0)',
    replace:
      "if (facts.openTurns === 0) return 'yes';\n  if (facts.openTurns > facts.overdueTurns)",
    tests: ['test/model/session.test.ts', 'background tasks'],
  },
  {
    name: 'a cancelled callback still answers',
    file: 'src/machines/session/callbackActions.ts',
    find: "if (outcome.kind !== 'cancelled') {",
    replace:
      "if (outcome.kind === 'cancelled') {\n    write(enqueue, { kind: 'answer', id: requestId, body: '{}' }, requestId);\n  } else {",
    tests: ['test/model/session.test.ts', 'callbacks'],
  },
  {
    name: 'an answer that waits for the pipe is written after its cancel',
    file: 'src/machines/session/callbackActions.ts',
    find: '  if (!hasCallback(context.callbacks, requestId)) unwrite(',
    replace: '  if (!hasCallback(context.callbacks, requestId)) void (',
    tests: ['test/model/session.test.ts', 'lines that wait'],
  },
  {
    name: 'a request that waits for the pipe is written after its caller gave it up',
    file: 'src/machines/session/operationActions.ts',
    find: 'if (cancelledByCaller || outcome',
    replace: 'if (outcome',
    tests: ['test/model/session.test.ts', 'lines that wait'],
  },
  {
    name: 'the process takes no line back',
    file: 'src/machines/processSetup.ts',
    find: 'context.lines.filter(({ tag }) => tag !== event.tag)',
    replace: 'context.lines',
    tests: ['test/model/process.test.ts', ''],
  },
  {
    name: 'a message without a result is never settled',
    file: 'src/machines/session/sessionChart.ts',
    find: "['warnUnconfirmed', 'confirmRun', 'discardOverdue']",
    replace: "['warnUnconfirmed', 'confirmRun']",
    tests: ['test/model/session.test.ts', 'messages without a result'],
  },
  {
    name: 'a permission that is awaited is not told',
    file: 'src/machines/session/callbackPool.ts',
    find: "return pool.some((callback) => callback.kind === 'permission');",
    replace: "return pool.some((callback) => callback.kind === 'permission' && !callback.running);",
    tests: ['test/model/session.test.ts', 'interrupts and permissions'],
  },
  {
    name: 'an interrupt that failed goes on interrupting',
    file: 'src/machines/session/operationActions.ts',
    find: 'interrupts: context.interrupts.filter((interrupt) => interrupt !== id)',
    replace: 'interrupts: context.interrupts',
    tests: ['test/model/session.test.ts', 'interrupts and permissions'],
  },
  {
    name: 'a stop does not hurry a CLI that has had its SIGTERM',
    file: 'src/machines/processChart.ts',
    find: "hurried: { after: { killAfter: '#process.killing' } }",
    replace: 'hurried: {}',
    tests: ['test/model/process.test.ts', ''],
  },
  {
    name: 'permissions fail open',
    file: 'src/actors/callbacks/userCallbacks.ts',
    find: "  behavior: 'deny',",
    replace: "  behavior: 'allow',\n  updatedInput: {},",
    tests: ['test/model/session.test.ts', 'callbacks'],
  },
  {
    name: 'an MCP message counts as a yes to initialize',
    file: 'src/machines/session/sessionGuards.ts',
    find: "event.type === 'cli.badCallback') && event.kind !== 'mcp'",
    replace: "event.type === 'cli.badCallback')",
    tests: ['test/model/session.test.ts', 'start'],
  },
  {
    name: 'a waiting callback is never run',
    file: 'src/machines/session/callbackActions.ts',
    find: 'if (next !== undefined) enqueue.sendTo',
    replace: 'if (next === null) enqueue.sendTo',
    tests: ['test/model/session.test.ts', 'callbacks'],
  },
  {
    name: 'turns are not told that they are lost',
    file: 'src/machines/session/sessionChart.ts',
    find: "'cancelCallbacks', 'loseTurns', 'stopTasks']",
    replace: "'cancelCallbacks', 'stopTasks']",
    tests: ['test/model/session.test.ts', 'turns and their results'],
  },
  {
    name: 'an idle of the turn before settles a new message',
    file: 'src/machines/session/turnLedger.ts',
    find: 'uuidsOf(sharingTurns(ledger))',
    replace: 'uuidsOf(ledger.lastResult ? ledger.open.values() : [])',
    tests: ['test/model/session.test.ts', 'turns and their results'],
  },
  {
    name: 'messages are not given on',
    file: 'src/machines/session/turnActions.ts',
    find: "  enqueue.emit({ type: 'messages', frames });\n",
    replace: '',
    tests: ['test/model/session.test.ts', 'turns and their results'],
  },
  {
    name: 'nobody is warned',
    file: 'src/machines/session/sessionEffects.ts',
    find: "enqueue.emit({ type: 'warning', ...createWarning(code, message, context) });",
    replace: 'void [enqueue, createWarning, code, message, context];',
    tests: ['test/model/session.test.ts', 'lines that cannot be read'],
  },
  {
    name: 'the answer to initialize reaches nobody',
    file: 'src/machines/session/operationActions.ts',
    find: "  enqueue.emit({ type: 'initialization', response });\n",
    replace: '',
    tests: ['test/model/session.test.ts', 'control requests'],
  },
  {
    name: 'a CLI at work is stopped without SIGINT',
    file: 'src/machines/session/lifecycleActions.ts',
    find: "{ type: 'process.stop', working }",
    replace: "{ type: 'process.stop', working: working && false }",
    tests: ['test/model/session.test.ts', 'interrupts and permissions'],
  },
  {
    name: 'a finished request stays a child',
    file: 'src/machines/session/operationActions.ts',
    find: 'enqueue.stopChild(`request#',
    replace: 'void (`request#',
    tests: ['test/model/session.test.ts', 'control requests'],
  },
  {
    name: 'SIGTERM is skipped on the way to SIGKILL',
    file: 'src/machines/processChart.ts',
    find: "entry: ['terminate', 'noteSignalled'],",
    replace: "entry: 'noteSignalled',",
    tests: ['test/model/process.test.ts', ''],
  },
  {
    name: 'the second stop starts the ladder again',
    file: 'src/machines/processChart.ts',
    find: "      { guard: 'isStopping' },\n",
    replace: '',
    tests: ['test/model/process.test.ts', ''],
  },
  {
    name: 'a message does not end the run of decode errors',
    file: 'src/machines/query/queryActions.ts',
    find: '  enqueue.assign({ decodeErrors: 0 });\n',
    replace: '',
    tests: ['test/model/randomWalk.test.ts', 'a query'],
  },
  {
    name: 'a query is over while an agent works',
    file: 'src/machines/query/querySetup.ts',
    find: 'trackedCount(context.tasks, context.settings.waitFor) === 0,\n  tooManyDrainWarnings',
    replace: 'trackedCount(context.tasks, context.settings.waitFor) >= 0,\n  tooManyDrainWarnings',
    tests: ['test/model/query.test.ts', ''],
  },
];

/** Those whose name has the words that are given, all without; of them each one, or each n-th. */
const given = process.argv.slice(2);
const words = given.find((word) => !word.startsWith('--')) ?? '';
const every = Number(given.find((word) => word.startsWith('--every='))?.slice(8) ?? 1);
const mutants = all.filter(({ name }) => name.includes(words)).filter((_, at) => at % every === 0);

const folder = mkdtempSync(join(tmpdir(), 'claude-actors-mutants-'));

function prepare() {
  for (const name of ['src', 'test', 'package.json', 'tsconfig.json', 'jest.config.mjs']) {
    cpSync(join(project, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
}

function runTests([file, theme]) {
  const jest = join(folder, 'node_modules/jest/bin/jest.js');
  const args = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', jest];
  const filter = theme ? ['-t', theme] : [];
  const options = ['--selectProjects', 'test', '--no-watchman', ...filter, file];
  const { stdout, stderr } = spawnSync(process.execPath, [...args, ...options], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 600_000,
    env: { PATH: process.env.PATH, HOME: folder },
  });
  const [summary = 'no test was run'] = /^Tests:.*$/m.exec(stderr + stdout) ?? [];
  return { summary, failed: / failed/.test(summary), ran: / (passed|failed)/.test(summary) };
}

/** With a theme, the walk over all transitions cannot be complete, so it is left out. */
function themeOnly([file, theme]) {
  return [file, theme && `${theme}(?!.*walked all)`];
}

let alive = 0;
try {
  for (const { name, file, find } of all) {
    const places = readFileSync(join(project, file), 'utf8').split(find).length - 1;
    if (places !== 1) throw new Error(`${name}: its place in ${file} is there ${places} times`);
  }
  prepare();
  const suites = new Map(mutants.map(({ tests }) => [tests.join(' '), tests]));
  for (const [name, tests] of suites) {
    const { failed, ran, summary } = runTests(themeOnly(tests));
    if (!ran || failed) throw new Error(`${name} does not pass as it is: ${summary}`);
  }
  for (const { name, file, find, replace, tests } of mutants) {
    const path = join(folder, file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, source.replace(find, replace));
    const { failed, summary } = runTests(themeOnly(tests));
    writeFileSync(path, source);
    if (!failed) alive += 1;
    console.log(`${failed ? 'killed' : 'ALIVE '}  ${name}  (${summary})`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${mutants.length - alive} of ${mutants.length} mutants killed`);
process.exitCode = alive === 0 ? 0 : 1;
