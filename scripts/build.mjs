// Makes dist/: types as the compiler gives them, and the code in few files, which load fast.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from '@rollup/wasm-node';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
/** The modules one by one, inside the project, so that what is built finds node_modules. */
const modules = join(root, '.cache', 'modules');
const entries = [
  'index',
  'testing/index',
  'testing/simulatedCli',
  'inspect/index',
  'opentelemetry/index',
  'cli/main',
];
/** Their functions load them when they are first called. No class of theirs is used. */
const late = ['node:child_process', 'node:crypto', 'node:os'];
/** What the library takes of it. */
const fromXState = new Set();
/** What the browser loads is served as it is. */
const page = /inspect[\\/]page[\\/](client|model)([\\/]|$)/;

for (const folder of [dist, modules]) rmSync(folder, { recursive: true, force: true });
for (const project of ['tsconfig.build.json', 'tsconfig.page.json']) compile(project);
await bundle();
writeXState([...fromXState]);
cpSync(modules, dist, { recursive: true, filter: isKept });

function compile(project) {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '-p', project, '--outDir', modules], {
    cwd: root,
    stdio: 'inherit',
  });
}

async function bundle() {
  const built = await rollup({
    input: Object.fromEntries(entries.map((entry) => [entry, moduleOf(entry)])),
    external: /^[^./]/,
    preserveEntrySignatures: 'strict',
    plugins: [{ name: 'whereabouts', resolveImportMeta: whereabouts, renderChunk: lean }],
    onwarn: ({ code, message }) => {
      if (code !== 'CIRCULAR_DEPENDENCY') throw new Error(message);
    },
  });
  let library;
  await built.write({
    dir: dist,
    entryFileNames: '[name].js',
    chunkFileNames: 'bundle/[name].js',
    hoistTransitiveImports: false,
    // All that the library itself is made of in one file, however many entries share parts of it.
    manualChunks(id, { getModuleInfo }) {
      library ??= loadedWith(moduleOf('index'), getModuleInfo);
      return library.has(id) ? 'library' : undefined;
    },
  });
}

function moduleOf(entry) {
  return join(modules, `${entry}.js`);
}

/** All modules that are loaded with one, apart from what it asks for later. */
function loadedWith(first, getModuleInfo) {
  const all = new Set([first]);
  for (const one of all) {
    for (const next of getModuleInfo(one)?.importedIds ?? []) all.add(next);
  }
  return all;
}

/** A module that asks where it is gets the place that it has among the modules. */
function whereabouts(property, { moduleId, chunkId }) {
  if (property !== 'url') return null;
  const place = relative(modules, moduleId).replaceAll('\\', '/');
  const from = posix.relative(posix.dirname(chunkId), place);
  return `new URL(${JSON.stringify(from)}, import.meta.url).href`;
}

/**
 * Node's modules without an import each: that puts a module around it, reads all that it exports, and
 * with `node:fs` so loads the streams. Before Node 22.3 there may be no `getBuiltinModule`.
 */
function withoutImports(code) {
  const chunk = ts.createSourceFile('chunk.js', code, ts.ScriptTarget.Latest);
  const imports = chunk.statements.filter(ts.isImportDeclaration);
  const instead = (one) => {
    const { text } = one.moduleSpecifier;
    if (text.startsWith('node:')) return constantsOf(one);
    if (text !== 'xstate') return one.getText(chunk);
    const { elements } = one.importClause.namedBindings;
    for (const { propertyName, name } of elements) fromXState.add((propertyName ?? name).text);
    return `import ${one.importClause.getText(chunk)} from '#xstate';`;
  };
  const without = imports.reduceRight(
    (text, one) => text.slice(0, one.getStart(chunk)) + instead(one) + text.slice(one.end),
    code,
  );
  return `import { createRequire as requireFrom } from 'node:module';
const nodes = globalThis.process.getBuiltinModule ?? requireFrom(import.meta.url);
${without}`;
}

function constantsOf({ moduleSpecifier: { text: name }, importClause }) {
  const whole = `nodes('${name}')`;
  const { elements = [], name: all } = importClause?.namedBindings ?? {};
  const wholes = [importClause?.name, all].filter(Boolean);
  const parts = elements.map((one) => [(one.propertyName ?? one.name).text, one.name.text]);
  const constants = wholes.map(({ text }) => `${text} = ${whole}`);
  const isLate = ([part]) =>
    late.includes(name) && typeof process.getBuiltinModule(name)[part] === 'function';
  for (const [part, own] of parts.filter(isLate)) {
    constants.push(`${own} = (...args) => ${whole}.${part}(...args)`);
  }
  const now = parts.filter((names) => !isLate(names)).map((names) => names.join(': '));
  if (now.length > 0) constants.push(`{ ${now.join(', ')} } = ${whole}`);
  return constants.map((constant) => `const ${constant};`).join('\n');
}

/**
 * What `#xstate` is. XState is CommonJS, and an import of that reads every file of it for its exports
 * before it runs them. So Node imports a small file that requires it: the same instance in half the
 * time. Bundlers, which would put CommonJS into their modules for that, take the other one.
 */
function writeXState(names) {
  const required = names.map((name) => `exports.${name} = xstate.${name};\n`).join('');
  writeFileSync(join(dist, 'xstate.cjs'), `const xstate = require('xstate');\n${required}`);
  writeFileSync(join(dist, 'xstate.js'), `export { ${names.join(', ')} } from 'xstate';\n`);
}

/**
 * Without comments, which the types keep, and in ASCII: V8 reads a file with a single other character
 * as one of two bytes each, and compiling is half of what the import costs.
 */
function lean(code, { name }) {
  const written = name === 'library' ? withoutImports(code) : code;
  const { ES2022: target } = ts.ScriptTarget;
  const compilerOptions = { target, module: ts.ModuleKind.ESNext, removeComments: true };
  const { outputText } = ts.transpileModule(written, { compilerOptions });
  return outputText.replace(
    /[^\0-\x7f]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isKept(path) {
  return !path.endsWith('.js') || page.test(relative(modules, path));
}
