import { readFileSync } from 'node:fs';

interface Manifest {
  version: string;
  name: string;
  exports: Record<string, string | { default: string }>;
  scripts: Record<string, string>;
  bin: Record<string, string>;
  files: readonly string[];
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional?: boolean }>;
}

const file = new URL('../../package.json', import.meta.url);

export const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;

/** The packages that the library cannot do without, by name. */
export const requiredPackages: readonly string[] = [
  ...Object.keys(manifest.dependencies),
  ...Object.keys(manifest.peerDependencies).filter(
    (name) => !manifest.peerDependenciesMeta[name]?.optional,
  ),
];

/** What users import, and the module of `src` behind it: `claude-actors/testing` → `testing/index`. */
export const entryPoints: readonly { name: string; module: string }[] = Object.entries(
  manifest.exports,
).flatMap(([subpath, target]) => {
  if (typeof target === 'string') return [];
  const module = target.default.replace('./dist/', '').replace(/\.js$/, '');
  return [{ name: subpath.replace('.', manifest.name), module }];
});
