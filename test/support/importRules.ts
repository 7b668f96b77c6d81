import ts from 'typescript';

/** A room of the architecture: a folder of src, or a file that stands at its root. */
export type Room = string;

interface Rule {
  /** Rooms and packages that may be imported. `node:*` stands for all of Node. */
  values: readonly string[];
  /** What may be imported as a type besides. */
  types?: readonly string[];
}

const shared = ['errors', 'warnings'];
const handle: Rule = {
  values: ['machines', 'actors', 'options', ...shared, 'handles', 'xstate'],
  types: ['codec', 'ffi'],
};
const entryPoint: Rule = { values: ['*'] };

/** Who may import whom. A room that is not listed may not exist. */
export const rules: Readonly<Record<Room, Rule>> = {
  errors: { values: [] },
  warnings: { values: ['errors'] },
  codec: { values: ['codec', ...shared, 'node:buffer'] },
  ffi: { values: ['ffi', ...shared, 'node:*', 'cross-spawn'] },
  options: { values: ['options', 'codec', ...shared] },
  machines: { values: ['machines', ...shared, 'xstate'], types: ['codec'] },
  actors: {
    values: ['actors', 'machines', 'codec', 'ffi', 'options', ...shared, 'xstate', 'node:*'],
  },
  handles: handle,
  index: entryPoint,
  testing: entryPoint,
  inspect: entryPoint,
  cli: entryPoint,
};

const handleFiles = new Set(['query', 'session', 'client', 'turn']);

/** The room of a file, given by its path below src. */
export function roomOf(path: string): Room {
  const [first = ''] = path.split('/');
  const name = first.replace(/\.[jt]s$/, '');
  return handleFiles.has(name) ? 'handles' : name;
}

/** What a file imports that it may not, one sentence each. */
export function violations(path: string, source: string): string[] {
  const room = roomOf(path);
  const rule = rules[room];
  if (!rule) return [`${path}: no room is called ${room}; add its rule first`];
  return importsOf(path, source).flatMap(({ specifier, typeOnly }) => {
    const target = targetOf(path, specifier);
    if (allows(rule.values, target) || (typeOnly && allows(rule.types ?? [], target))) return [];
    return [`${path} (${room}) may not import ${specifier} (${target})`];
  });
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

function importsOf(path: string, source: string): { specifier: string; typeOnly: boolean }[] {
  const found: { specifier: string; typeOnly: boolean }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const from = node.moduleSpecifier;
      if (from && ts.isStringLiteral(from)) {
        found.push({ specifier: from.text, typeOnly: isTypeOnly(node) });
      }
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const { literal } = node.argument;
      if (ts.isStringLiteral(literal)) found.push({ specifier: literal.text, typeOnly: true });
    } else if (ts.isCallExpression(node)) {
      const [argument] = node.arguments;
      const loads =
        node.expression.kind === ts.SyntaxKind.ImportKeyword ||
        node.expression.getText().endsWith('require');
      if (loads && argument && ts.isStringLiteralLike(argument)) {
        found.push({ specifier: argument.text, typeOnly: false });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
  return found;
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}
