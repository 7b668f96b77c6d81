// Who may import whom. `npm run lint` checks it; a room without a rule may not exist.

/**
 * For each room, a folder of src or a file at its root: the rooms and packages that it may import,
 * those of which it may import types only, and those that it may only load later, by `import()`.
 * `node:*` is all of Node, `*` is everything.
 */
const shared = ['errors', 'warnings', 'defaults', 'secrets', 'util'];
/** Packages that the public types refer to. */
const typePackages = ['@anthropic-ai/sdk', '@modelcontextprotocol/sdk', 'zod'];
const rooms = {
  util: { imports: ['util', 'node:*'], types: ['xstate'] },
  defaults: { imports: ['util'] },
  secrets: { imports: ['secrets', 'defaults'] },
  errors: { imports: ['secrets'] },
  warnings: { imports: ['secrets'] },
  codec: {
    imports: ['codec', ...shared, 'node:buffer'],
    types: ['@anthropic-ai/sdk', 'node:crypto'],
  },
  ffi: { imports: ['ffi', ...shared, 'node:*', 'cross-spawn'] },
  options: {
    imports: ['options', 'codec', ...shared],
    types: [...typePackages, 'node:crypto', 'node:stream'],
  },
  statechart: { imports: ['statechart', 'util', 'xstate'] },
  machines: { imports: ['machines', ...shared, 'xstate'], types: ['codec'] },
  actors: {
    imports: [
      ...['actors', 'statechart', 'machines', 'codec', 'ffi', 'options', ...shared],
      ...['xstate', 'node:*'],
      // Loaded when a server of tools connects.
      ...['@modelcontextprotocol/sdk', 'zod'],
    ],
    // The page costs nothing, not even its loading, until a session is to be shown on it.
    later: ['inspect'],
  },
  // One session or one query, as its user sees it.
  handles: {
    imports: ['handles', 'streams', 'machines', 'actors', 'options', ...shared, 'xstate'],
    types: ['codec', 'ffi', 'official', ...typePackages],
  },
  pool: {
    imports: ['pool', 'handles', 'machines', 'actors', 'ffi', 'options', ...shared, 'xstate'],
    types: ['codec'],
  },
  streams: {
    imports: ['streams', 'handles', 'pool', 'actors', ...shared],
    types: ['machines', 'codec', 'options'],
  },
  // Follows a run from outside: it joins the runtime by types alone.
  opentelemetry: {
    imports: ['opentelemetry', 'codec', ...shared, '@opentelemetry/api'],
    types: ['actors', 'machines', 'options'],
  },
  // Many machines: uses sessions and pools as an application would.
  fleet: {
    imports: [
      ...['fleet', 'handles', 'pool', 'machines', 'actors', 'codec', 'ffi', 'options'],
      ...['statechart', ...shared, 'xstate', 'node:*'],
    ],
    // Optional packages. Redis and PostgreSQL are for those who use them.
    later: ['bullmq', 'ioredis', 'pg', '@types/pg'],
  },
  // The page's own code runs in a browser: no Node, no package, nothing of the session's process.
  'inspect/page/model': { imports: ['inspect/page/model'], types: ['inspect'] },
  'inspect/page/client': { imports: ['inspect/page/client', 'inspect/page/model'] },
  inspect: { imports: ['*'] },
  testing: { imports: ['*'] },
  cli: { imports: ['*'] },
  official: {
    imports: [
      ...['official', 'handles', 'actors', 'machines', 'codec', 'ffi', 'options', ...shared],
      'node:*',
    ],
    types: typePackages,
  },
  index: { imports: ['*'] },
};

/** Files at the root of src that are no part of the public handles. */
const rootFiles = ['defaults', 'errors', 'warnings', 'index'];
const page = 'inspect/page/(?:model|client)/';
const paths = {
  ...Object.fromEntries(Object.keys(rooms).map((room) => [room, `^src/${room}/`])),
  ...Object.fromEntries(rootFiles.map((name) => [name, `^src/${name}(?:\\.ts$|/)`])),
  handles: `^src/(?!(?:${rootFiles.join('|')})\\.ts$)[^/]+\\.ts$`,
  inspect: `^src/(?!${page})inspect/`,
  // A file of its own for what would make `defaults.ts` too long.
  defaults: '^src/defaults(?:\\.ts$|/)',
  '*': '.',
  // dependency-cruiser knows Node's modules without their prefix.
  'node:*': '^[a-z_/]+$',
};

function pathsOf(names) {
  return names.map((name) => {
    const builtIn = /^node:(.+)$/.exec(name)?.[1];
    return paths[name] ?? (builtIn ? `^${builtIn}$` : `node_modules/${name}/`);
  });
}

function rulesOf([room, { imports, types = [], later = [] }]) {
  const from = { path: paths[room] };
  const allowed = [...imports, ...types];
  return [
    {
      name: `${room}-imports`,
      severity: 'error',
      from,
      to: { pathNot: pathsOf([...allowed, ...later]) },
    },
    {
      name: `${room}-imports-types-only`,
      severity: 'error',
      from,
      to: { path: pathsOf(types), pathNot: pathsOf(imports), dependencyTypesNot: ['type-only'] },
    },
    {
      name: `${room}-loads-later`,
      severity: 'error',
      from,
      to: {
        path: pathsOf(later),
        dynamic: false,
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
  ].filter(({ to }) => to.path === undefined || to.path.length > 0);
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...Object.entries(rooms).flatMap(rulesOf),
    {
      name: 'unknown-room',
      comment: 'Add the folder to the rooms in .dependency-cruiser.mjs first.',
      severity: 'error',
      from: { path: '^src/', pathNot: pathsOf(Object.keys(rooms)) },
      to: {},
    },
    {
      name: 'official-is-imported-by-index',
      comment: 'A new version of the official SDK touches one room. Handles may use its types.',
      severity: 'error',
      from: { path: '^src/', pathNot: pathsOf(['official', 'index', 'testing', 'cli']) },
      to: { path: paths.official, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'create-require',
      comment: 'What createRequire loads is not seen by these rules.',
      severity: 'error',
      from: { path: '^src/', pathNot: pathsOf(['ffi', 'inspect']) },
      to: { path: pathsOf(['node:module']) },
    },
    { name: 'unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
