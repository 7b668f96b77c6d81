import ts from 'typescript';
import { hidesLoader, isLoader, loadersIn, nameOf } from './moduleLoaders.js';

/** A room of the architecture: a folder of src, or a file that stands at its root. */
export type Room = string;

interface Rule {
  /** Rooms and packages that may be imported. `node:*` stands for all of Node. */
  values: readonly string[];
  /** What may be imported as a type besides. */
  types?: readonly string[];
  /** What may be loaded by `import()`, when it is asked for, and not before. */
  lazy?: readonly string[];
}

/** What every room may import. */
const shared = ['errors', 'warnings', 'util', 'defaults'];
const handle: Rule = {
  values: ['machines', 'actors', 'options', ...shared, 'handles', 'xstate'],
  types: ['codec', 'ffi'],
};
const entryPoint: Rule = { values: ['*'] };

/** Who may import whom. A room that is not listed may not exist. */
export const rules: Readonly<Record<Room, Rule>> = {
  errors: { values: [] },
  warnings: { values: ['errors'] },
  // Helpers that know nothing of this project.
  util: { values: ['util', 'node:buffer', 'xstate'] },
  defaults: { values: ['util'] },
  // Runs any XState machine; knows nothing of this project.
  statechart: { values: ['statechart', 'util', 'xstate'] },
  codec: { values: ['codec', ...shared, 'node:buffer'] },
  ffi: { values: ['ffi', ...shared, 'node:*', 'cross-spawn'] },
  options: { values: ['options', 'codec', ...shared] },
  machines: { values: ['machines', ...shared, 'xstate'], types: ['codec'] },
  actors: {
    values: [
      ...['actors', 'machines', 'statechart', 'codec', 'ffi', 'options', ...shared, 'xstate', 'node:*'],
      // Optional peers, loaded when they are used.
      ...['@modelcontextprotocol/sdk', 'zod'],
    ],
    // The page costs nothing, not even its loading, until a session is to be shown on it.
    lazy: ['inspect'],
  },
  handles: handle,
  official: { ...handle, values: [...handle.values, 'official'] },
  index: entryPoint,
  testing: entryPoint,
  inspect: entryPoint,
  // The page's own code runs in a browser: no Node, no package, nothing of the session's process.
  'inspect/page/model': { values: ['inspect/page/model'], types: ['inspect'] },
  'inspect/page/client': { values: ['inspect/page/model', 'inspect/page/client'] },
  cli: entryPoint,
  // Follows a run from outside: it joins the runtime by types alone.
  opentelemetry: {
    values: ['opentelemetry', 'codec', ...shared, '@opentelemetry/api'],
    types: ['actors', 'machines', 'options'],
  },
};

/** Rooms that neither touch the OS nor look at the clock. */
const pureRooms = new Set<Room>(['codec', 'machines']);
const impureGlobals = new Set(['process', 'setTimeout', 'setInterval', 'setImmediate']);
const globalObjects = new Set(['globalThis', 'global']);

const handleFiles = new Set([
  'ClaudeSDKClient',
  'Controls',
  'McpControls',
  'embedding',
  'mcp',
  'Query',
  'Session',
  'sessionEvents',
  'sessionHealth',
  'startSession',
  'streamItem',
  'streams',
  'Turn',
  'TurnRegistry',
]);

/** The room of a file, given by its path below src. */
export function roomOf(path: string): Room {
  const inner = /^inspect\/page\/(?:model|client)(?=\/)/.exec(path);
  if (inner) return inner[0];
  const [first = ''] = path.split('/');
  const name = first.replace(/\.[jt]s$/, '');
  return handleFiles.has(name) ? 'handles' : name;
}

/** What a file imports that it may not, one sentence each. */
export function violations(path: string, source: string): string[] {
  const room = roomOf(path);
  const rule = rules[room];
  if (!rule) return [`${path}: no room is called ${room}; add its rule first`];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const { imports, hiddenLoads } = importsOf(file);
  const forbidden = imports.flatMap(({ specifier, typeOnly, lazy }) => {
    const target = targetOf(path, specifier);
    if (allows(rule.values, target) || (typeOnly && allows(rule.types ?? [], target))) return [];
    if (lazy && allows(rule.lazy ?? [], target)) return [];
    return [`${path} (${room}) may not import ${specifier} (${target})`];
  });
  const hidden = allows(rule.values, 'any') ? [] : hiddenLoads;
  const globals = pureRooms.has(room) ? globalsIn(file) : [];
  return [
    ...forbidden,
    ...hidden.map((text) => `${path} (${room}) may not load modules unseen: ${text}`),
    ...globals.map((name) => `${path} (${room}) may not use the global ${name}`),
  ];
}

function allows(list: readonly string[], target: string): boolean {
  return list.some((one) =>
    one.endsWith('*') ? target.startsWith(one.slice(0, -1)) : target === one,
  );
}

function targetOf(path: string, specifier: string): string {
  if (!specifier.startsWith('.')) {
    return specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
  }
  return roomOf(new URL(specifier, `file:///${path}`).pathname.slice(1));
}

interface Imports {
  imports: { specifier: string; typeOnly: boolean; lazy?: boolean }[];
  /** Code that loads modules whose names cannot be read here. */
  hiddenLoads: string[];
}

function importsOf(file: ts.SourceFile): Imports {
  const imports: Imports['imports'] = [];
  const hiddenLoads: string[] = [];
  const loaders = loadersIn(file);
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const from = node.moduleSpecifier;
      if (from && ts.isStringLiteral(from)) {
        imports.push({ specifier: from.text, typeOnly: isTypeOnly(node) });
      }
    } else if (ts.isExternalModuleReference(node) && ts.isStringLiteralLike(node.expression)) {
      const typeOnly = ts.isImportEqualsDeclaration(node.parent) && node.parent.isTypeOnly;
      imports.push({ specifier: node.expression.text, typeOnly });
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const { literal } = node.argument;
      if (ts.isStringLiteral(literal)) imports.push({ specifier: literal.text, typeOnly: true });
    } else if (ts.isCallExpression(node) && isLoader(node.expression, loaders)) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteralLike(argument)) {
        const lazy = node.expression.kind === ts.SyntaxKind.ImportKeyword;
        imports.push({ specifier: argument.text, typeOnly: false, lazy });
      } else {
        hiddenLoads.push(node.getText());
      }
    } else if (hidesLoader(node, loaders)) {
      hiddenLoads.push(node.parent.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { imports, hiddenLoads };
}

/** The globals that reach the OS or the clock, where they are used as values. */
function globalsIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    const name = nameOf(node);
    if (name !== undefined && impureGlobals.has(name) && isGlobal(node)) found.push(name);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isGlobal(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return globalObjects.has(parent.expression.getText());
  }
  if (ts.isElementAccessExpression(parent) && ts.isStringLiteralLike(node)) {
    return globalObjects.has(parent.expression.getText());
  }
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  // What is left with a name of its own declares something: a property, a method, a variable.
  return !('name' in parent && parent.name === node) && !ts.isQualifiedName(parent);
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}
