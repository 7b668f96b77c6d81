// Draws the machines into diagrams/, and the session into ARCHITECTURE.md, between its markers.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
// Inside the project, so that the compiled modules find node_modules.
const build = join(root, '.cache', 'diagrams');
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

rmSync(build, { recursive: true, force: true });
execFileSync(
  process.execPath,
  [compiler, '-p', 'tsconfig.build.json', '--noCheck', '--declaration', 'false', '--outDir', build],
  { cwd: root, stdio: 'inherit' },
);
const module = pathToFileURL(join(build, 'inspect', 'diagrams', 'diagramPages.js')).href;
const { diagramPages, withSessionDiagram } = await import(module);

const folder = join(root, 'diagrams');
const pages = diagramPages();
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) {
  if (name.endsWith('.md') && !(name in pages)) rmSync(join(folder, name));
}
for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), text);

const architecture = join(root, 'ARCHITECTURE.md');
writeFileSync(architecture, withSessionDiagram(readFileSync(architecture, 'utf8')));

rmSync(build, { recursive: true, force: true });
console.log(`Wrote ${Object.keys(pages).length} files to diagrams/.`);
