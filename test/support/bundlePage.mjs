// Bundles the script of the inspector page in place, as the build does: node bundlePage.mjs <main.js>
import { dirname, resolve } from 'node:path';
import { rollup } from 'rollup';

const [, , file] = process.argv;
const resolveId = (specifier, importer) => importer && resolve(dirname(importer), specifier);
const built = await rollup({ input: file, plugins: [{ name: 'relative', resolveId }] });
await built.write({ file, format: 'es' });
await built.close();
