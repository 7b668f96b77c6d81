// Writes dist/: one bundle and one rolled-up .d.ts per entry, with the parts that entries share in chunks/.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const src = join(root, 'src');
const dist = join(root, 'dist');
const typedEntries = [
  'index',
  'testing/index',
  'inspect/index',
  'opentelemetry/index',
  'fleet/index',
  'official/sdkTools',
];
const entries = [...typedEntries, 'testing/simulatedCli', 'cli/main'];
/** What the types need besides what they import, whatever `types` and `lib` a project sets. */
const typeReferences =
  '/// <reference types="node" />\n/// <reference lib="esnext.disposable" />\n';
/** Folders whose modules the browser loads one by one, as they are. */
const pageFolders = ['inspect/page/client', 'inspect/page/model'];

/** An entry of types only has no code. */
const expectedWarnings = new Set(['CIRCULAR_DEPENDENCY', 'EMPTY_BUNDLE']);

rmSync(dist, { recursive: true, force: true });
await bundleCode();
await bundleTypes();
for (const folder of pageFolders) transpileFolder(folder);

async function bundleCode() {
  await bundle(entries, {
    plugins: [{ name: 'typescript', resolveId, transform: transpile, resolveImportMeta }],
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    sourcemap: true,
  });
}

async function bundleTypes() {
  await bundle(typedEntries, {
    plugins: [dts({ tsconfig: join(root, 'tsconfig.build.json') })],
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'chunks/[name].d.ts',
    banner: typeReferences,
  });
}

async function bundle(names, { plugins, ...output }) {
  const built = await rollup({
    input: Object.fromEntries(names.map((name) => [name, join(src, `${name}.ts`)])),
    external: /^[^./]/,
    plugins,
    preserveEntrySignatures: 'strict',
    onwarn: ({ code, message }) => {
      if (!expectedWarnings.has(code)) throw new Error(message);
    },
  });
  let library;
  await built.write({
    ...output,
    dir: dist,
    hoistTransitiveImports: false,
    minifyInternalExports: false,
    // Entries share one copy of the library: it has state, such as the guard of all processes.
    manualChunks(id, { getModuleInfo }) {
      library ??= staticImportsOf(join(src, 'index.ts'), getModuleInfo);
      return library.has(id) ? 'library' : undefined;
    },
  });
  await built.close();
}

/** A module and all that it imports, apart from what it loads later by `import()`. */
function staticImportsOf(first, getModuleInfo) {
  const found = new Set([first]);
  for (const id of found) {
    for (const imported of getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

/** Sources import each other by the names that `tsc` would give them: `./x.js` is `./x.ts`. */
function resolveId(specifier, importer) {
  if (!importer || !specifier.startsWith('.')) return null;
  return resolve(dirname(importer), specifier.replace(/\.js$/, '.ts'));
}

/** Strips types and comments. `npm run typecheck` checks the types. */
function transpile(code, fileName) {
  const { outputText, sourceMapText } = ts.transpileModule(code, {
    fileName,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      removeComments: true,
      sourceMap: true,
      inlineSources: true,
    },
  });
  return { code: outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'), map: sourceMapText };
}

/** Modules find files next to themselves, so `import.meta.url` is the place they would have unbundled. */
function resolveImportMeta(property, { moduleId, chunkId }) {
  if (property !== 'url') return null;
  const path = relative(src, moduleId).replaceAll('\\', '/').replace(/\.ts$/, '.js');
  const fromChunk = posix.relative(posix.dirname(chunkId), path);
  return `new URL(${JSON.stringify(fromChunk)}, import.meta.url).href`;
}

function transpileFolder(folder) {
  mkdirSync(join(dist, folder), { recursive: true });
  for (const name of readdirSync(join(src, folder))) {
    const { code, map } = transpile(readFileSync(join(src, folder, name), 'utf8'), name);
    const file = name.replace(/\.ts$/, '.js');
    writeFileSync(join(dist, folder, file), `${code}//# sourceMappingURL=${file}.map\n`);
    writeFileSync(join(dist, folder, `${file}.map`), map);
  }
}
