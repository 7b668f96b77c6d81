import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = `${root}.github/workflows/`;
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  scripts: Record<string, string>;
  engines: { node: string };
};
const ciScript = readFileSync(`${root}.ci/run`, 'utf8');

interface Job {
  'runs-on': string;
  'timeout-minutes'?: number;
  strategy?: { matrix?: Record<string, string[]> };
  steps: { run?: string; uses?: string; with?: Record<string, string> }[];
}

const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(folder + name, 'utf8');
  const { jobs } = parse(text, { strict: true, uniqueKeys: true }) as { jobs: Record<string, Job> };
  return { name, text, jobs: Object.entries(jobs) };
});

const scriptsIn = (text: string) =>
  [...text.matchAll(/npm (?:run (?:-s )?)?([\w:]+)/g)].map(([, name = '']) => name);

describe.each(workflows)('the workflow $name', ({ text, jobs }) => {
  it('runs scripts that exist', () => {
    const own = new Set(['ci', 'publish']);
    const runs = jobs.flatMap(([, { steps }]) => steps.flatMap(({ run }) => run ?? []));
    const names = runs.flatMap(scriptsIn).filter((name) => !own.has(name));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !(name in manifest.scripts))).toEqual([]);
  });

  it('has in each job a machine, a time limit, and steps that do one thing', () => {
    for (const [, job] of jobs) {
      expect(job['runs-on']).toMatch(/^(ubuntu|macos|windows)-latest$/);
      expect(job['timeout-minutes']).toBeGreaterThan(0);
      expect(
        job.steps.filter(({ run, uses }) => (run === undefined) === (uses === undefined)),
      ).toEqual([]);
    }
  });

  it('uses only variables that its matrix has', () => {
    const used = new Set([...text.matchAll(/\$\{\{ matrix\.(\w+) \}\}/g)].map(([, name]) => name));
    const known = jobs.flatMap(([, { strategy }]) => Object.keys(strategy?.matrix ?? {}));
    expect([...used].filter((name) => !known.includes(name as string))).toEqual([]);
  });
});

describe('ci.yml', () => {
  const jobs = workflows.find(({ name }) => name === 'ci.yml')?.jobs ?? [];

  it('covers three systems, each from the lowest Node on', () => {
    const [, lowest = ''] = /^>=([\d.]+)$/.exec(manifest.engines.node) ?? [];
    const covered = jobs.flatMap(([, job]) =>
      job.strategy?.matrix?.node?.[0] === lowest ? [job['runs-on']] : [],
    );
    expect(covered.sort()).toEqual(['macos-latest', 'ubuntu-latest', 'windows-latest']);
  });

  it('runs nothing that .ci/run does not run', () => {
    const known = new Set(['ci', ...scriptsIn(ciScript)]);
    const runs = jobs.flatMap(([, { steps }]) => steps.flatMap(({ run }) => run ?? []));
    expect(runs.flatMap(scriptsIn).filter((name) => !known.has(name))).toEqual([]);
    expect(runs).toContain('.ci/run');
  });
});
