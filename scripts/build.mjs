// Writes dist/: one bundle and one rolled-up .d.ts per entry, with the parts that entries share in chunks/.
import { rmSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { bundlePage, resolveId, transpile } from './bundlePage.mjs';

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

/** An entry of types only has no code. */
const expectedWarnings = new Set(['CIRCULAR_DEPENDENCY', 'EMPTY_BUNDLE']);

rmSync(dist, { recursive: true, force: true });
await bundleCode();
await bundleTypes();
await bundlePage(join(dist, 'inspect/page/client/main.js'));

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

/** Modules find files next to themselves, so `import.meta.url` is the place they would have unbundled. */
function resolveImportMeta(property, { moduleId, chunkId }) {
  if (property !== 'url') return null;
  const path = relative(src, moduleId).replaceAll('\\', '/').replace(/\.ts$/, '.js');
  const fromChunk = posix.relative(posix.dirname(chunkId), path);
  return `new URL(${JSON.stringify(fromChunk)}, import.meta.url).href`;
}
