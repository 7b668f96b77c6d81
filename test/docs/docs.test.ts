import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commands } from '../../src/cli/commands.js';
import { manifest } from '../support/manifest.js';
import type { Runs } from '../support/runPrograms.js';
import type { Block, Link } from './markdown.js';
import { outputPattern } from './outputPattern.js';
import { readPages, root } from './pages.js';
import { runBlocks } from './runBlocks.js';
import { typeErrors } from './typeErrors.js';

const pages = readPages();
const blocks = pages.flatMap((page) => page.blocks);
const programs = blocks.filter(({ language }) => language === 'ts');
const run = programs.filter(({ notes }) => notes['not run'] === undefined);
const demo = demoOf('examples/demo.mjs');
const named = (some: readonly Block[]) =>
  some.map((block) => [`${block.page}:${block.line}`, block] as const);

function sample(text: string): Block {
  return { page: 'sample.md', line: 7, language: 'ts', text, notes: {} };
}

/** The demo, with what the README shows of it. */
function demoOf(path: string): Block {
  const text = readFileSync(join(root, path), 'utf8');
  const command = pages[0]?.blocks.find((block) => block.text === 'npm ci && npm run demo');
  return { page: path, line: 1, language: 'js', text, notes: {}, next: command?.next };
}

it('type-checks every program of the pages, and says where an error is', () => {
  const wrong = sample("import { query } from 'claude-actors';\n\nquery({ promt: 'Hi' });");
  const [error, ...others] = typeErrors([...programs, wrong]).reverse();
  expect(others).toEqual([]);
  expect(error).toContain('sample.md:9: ');
  expect(programs.length).toBeGreaterThan(0);
}, 60_000);

describe('running the programs of the pages', () => {
  const broken = sample("console.log('one');\nthrow new Error('two');");
  let runs: Runs<Block>;

  beforeAll(() => {
    runs = runBlocks([...run, demo, broken]);
  }, 60_000);

  afterAll(() => runs.remove(), 60_000);

  it.each(named([...run, demo]))(
    '%s does what it says',
    async (_, block) => {
      const { code, stdout, stderr } = await runs.outcome(block);
      expect({ stderr, code, ...(code !== 0 && { stdout }) }).toEqual({ stderr: '', code: 0 });
      const promise = block.next?.language === 'text' ? block.next.text : undefined;
      if (promise !== undefined && !outputPattern(promise).test(stdout)) {
        expect(stdout).toBe(`${promise}\n`);
      }
    },
    // The first ones wait for the build, which takes a minute on a busy machine.
    180_000,
  );

  it('notices one that fails', async () => {
    const { code, stdout, stderr } = await runs.outcome(broken);
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'one\n' });
    expect(stderr).toContain('two');
  });

  it.each([
    ['a … c', 'a b c', true],
    ['a … c', 'a b\nc', false],
    ['a\n…\nc', 'a\nb\nb\nc', true],
    ['a\n…\nc', 'a\nc', true],
    ['[a] (1+1)?', '[a] (1+1)?', true],
    ['a', 'a b', false],
    ['  0.12 s a', ' 10.34 s a', true],
    ['  0.12 s a', '  0.12 s b', false],
  ])('takes %j for %j: %s', (promise, output, isSame) => {
    expect(outputPattern(promise).test(`${output}\n`)).toBe(isSame);
  });

  it('leaves out few of them, each with a reason', () => {
    const left = programs.filter((block) => !run.includes(block));
    for (const { notes } of left) expect(notes['not run']).toMatch(/\w+ \w+/);
    expect(left.length).toBeLessThanOrEqual(run.length / 10);
  });
});

describe('links', () => {
  const repository =
    /^https:\/\/(?:github\.com|raw\.githubusercontent\.com)\/claude-actors\/claude-actors\/(?:blob\/)?main\//;
  const links = pages
    .flatMap((page) => page.links)
    .filter(({ target }) => repository.test(target) || !/^[a-z]+:/.test(target));

  /** The path of a link from the root of the repository. */
  function fileOf({ page, target }: Link): string {
    const [path = ''] = target.split('#');
    if (repository.test(path)) return path.replace(repository, '');
    return path === '' ? page : posix.join(posix.dirname(page), path);
  }

  it('lead to files and headings that exist', () => {
    expect(links.length).toBeGreaterThan(0);
    const broken = links.filter((link) => {
      const file = fileOf(link);
      if (!existsSync(join(root, file))) return true;
      const anchor = link.target.split('#')[1];
      const anchors = pages.find((one) => one.path === file)?.anchors;
      return anchor !== undefined && !anchors?.has(anchor);
    });
    expect(broken.map(({ page, line, target }) => `${page}:${line}: ${target}`)).toEqual([]);
  });

  it.each(['README.md', 'CHANGELOG.md'])('in %s work on the npm page too', (packed) => {
    const relative = links.filter(
      ({ page, target }) => page === packed && !repository.test(target),
    );
    const missing = relative.filter((link) => !manifest.files.includes(fileOf(link)));
    expect(missing.map(({ line, target }) => `${packed}:${line}: ${target}`)).toEqual([]);
  });
});

describe.each(['README.md', 'CONTRIBUTING.md'])('commands in %s', (path) => {
  const page = pages.find((one) => one.path === path);
  const shell = (page?.blocks ?? []).filter(({ language }) => ['bash', 'sh'].includes(language));
  const written = [
    ...shell.flatMap(({ text }) => text.split('\n')),
    ...(page?.codeSpans ?? []).filter((span) => /^np[mx] /.test(span)),
  ];
  const parts = written.flatMap((line) =>
    line.split('&&').map((part) => part.replace(/ (?:#|-- ).*/, '').trim()),
  );

  it.each([...new Set(parts)])('%s is there', (command) => {
    const [program, word = '', name = ''] = command.split(' ');
    if (program === 'npx') {
      expect(Object.keys(manifest.bin)).toContain(word);
      expect(commands.map((one) => one.name)).toContain(name);
    } else if (word === 'run') {
      expect(Object.keys(manifest.scripts)).toContain(name);
    } else {
      const install = [
        'npm install -g @anthropic-ai/claude-code',
        `npm install ${manifest.name} xstate`,
      ];
      expect(['npm ci', 'npm test', ...install]).toContain(command);
    }
  });
});
