// Bundles the script of the inspector page into one file: node scripts/bundlePage.mjs <file>. The
// browser loads it as it is, and `claude-actors report` writes it into its HTML.
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

export async function bundlePage(file) {
  const built = await rollup({
    input: join(root, 'src/inspect/page/client/main.ts'),
    plugins: [{ name: 'typescript', resolveId, transform: transpile }],
    onwarn: ({ message }) => {
      throw new Error(message);
    },
  });
  await built.write({ file, format: 'es', sourcemap: true });
  await built.close();
}

/** Sources import each other by the names that `tsc` would give them: `./x.js` is `./x.ts`. */
export function resolveId(specifier, importer) {
  if (!importer || !specifier.startsWith('.')) return null;
  return resolve(dirname(importer), specifier.replace(/\.js$/, '.ts'));
}

/** Strips types and comments. `npm run typecheck` checks the types. */
export function transpile(code, fileName) {
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundlePage(process.argv[2]);
