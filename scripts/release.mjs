// Releases a version: node scripts/release.mjs <major|minor|patch|x.y.z> [--write] [--publish]
//
// Without a flag it is a dry run: it looks at the tree and the changelog, and says what it would do.
// --write runs the checks, sets the version and the heading in CHANGELOG.md, commits and tags.
// --publish does that and publishes to npm with provenance, which works in CI only.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const checks = ['lint', 'knip', 'typecheck', 'test', 'test:xstate', 'check:package'];

/**
 * The version after `current`: one of its parts raised by one, or a greater version in full. If
 * `current` is not released yet, it can be that itself.
 */
export function nextVersion(current, wanted, isReleased = true) {
  if (wanted === current && !isReleased) return current;
  const parts = partsOf(current);
  const raised = ['major', 'minor', 'patch'].indexOf(wanted);
  if (raised >= 0) {
    return parts.map((part, at) => (at < raised ? part : at === raised ? part + 1 : 0)).join('.');
  }
  if (!/^\d+\.\d+\.\d+$/.test(wanted)) {
    throw new Error(
      `Pass major, minor, patch or a version like 1.2.3, not "${wanted}". This is ${current}.`,
    );
  }
  const difference = partsOf(wanted).map((part, at) => part - parts[at]);
  if (!(difference.find((one) => one !== 0) > 0)) {
    throw new Error(`${wanted} is not greater than ${current}.`);
  }
  return wanted;
}

/** The changelog with what was unreleased under the heading of a version. */
export function releasedChangelog(changelog, version, date) {
  const heading = /^## Unreleased$/m;
  const [, entries] = changelog.split(heading);
  if (entries === undefined) throw new Error('CHANGELOG.md has no heading "## Unreleased".');
  if (!/\S/.test(entries.split(/^## /m)[0])) {
    throw new Error('CHANGELOG.md has no entry below "## Unreleased".');
  }
  return changelog.replace(heading, `## Unreleased\n\n## ${version} (${date})`);
}

function partsOf(version) {
  return version.split('.').map(Number);
}

function release() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { write: { type: 'boolean' }, publish: { type: 'boolean' } },
  });
  const root = fileURLToPath(new URL('..', import.meta.url));
  const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const before = readFileSync(`${root}CHANGELOG.md`, 'utf8');
  const isReleased = before.includes(`\n## ${manifest.version} (`);
  const version = nextVersion(manifest.version, positionals[0] ?? '', isReleased);
  const today = new Date().toISOString().slice(0, 10);
  const changelog = releasedChangelog(before, version, today);
  if (run('git', ['status', '--porcelain'], 'pipe').trim()) {
    throw new Error('The working tree has changes. Commit or remove them first.');
  }
  if (!values.write && !values.publish) {
    console.log(`Would check (${checks.join(', ')}), release ${version} and tag v${version}.`);
    console.log('Pass --write to do it, --publish to publish it as well.');
    return;
  }
  for (const check of checks) run('npm', ['run', check]);
  run('npm', ['version', version, '--no-git-tag-version', '--allow-same-version']);
  writeFileSync(`${root}CHANGELOG.md`, changelog);
  run('git', ['commit', '--all', '--message', `Release ${version}`]);
  run('git', ['tag', '--annotate', `v${version}`, '--message', `v${version}`]);
  if (values.publish) run('npm', ['publish', '--provenance', '--access', 'public']);
  else console.log(`Tagged v${version}. Push it with: git push --follow-tags`);

  function run(command, args, stdout = 'inherit') {
    const stdio = ['inherit', stdout, 'inherit'];
    const { status, stdout: printed } = spawnSync(command, args, { cwd: root, stdio });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${status}.`);
    return String(printed ?? '');
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    release();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
