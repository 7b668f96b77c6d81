import ts from 'typescript';

/** The name that an identifier, or the text in `object['name']`, stands for. */
export function nameOf(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  const isKey = ts.isElementAccessExpression(node.parent ?? node);
  return isKey && ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** The names that a file gives to what `createRequire` returns. */
export function loadersIn(file: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && makesLoader(node.initializer)) {
      names.add(node.name.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

export function isLoader(callee: ts.Expression, loaders: ReadonlySet<string>): boolean {
  return (
    callee.kind === ts.SyntaxKind.ImportKeyword ||
    callee.getText().endsWith('require') ||
    loaders.has(callee.getText()) ||
    makesLoader(callee)
  );
}

/** Whether a node puts what loads modules where its calls are not seen. */
export function hidesLoader(node: ts.Node, loaders: ReadonlySet<string>): boolean {
  const name = nameOf(node);
  if (name === 'getBuiltinModule') return true;
  if (name === 'createRequire') return !isPlainImport(node) && !isSeenCall(node);
  if (name === undefined || !loaders.has(name) || isMember(node)) return false;
  return !isDeclared(node) && !isUsedAtOnce(node);
}

function makesLoader(node: ts.Expression): boolean {
  return ts.isCallExpression(node) && node.expression.getText().endsWith('createRequire');
}

function isPlainImport({ parent }: ts.Node): boolean {
  return ts.isImportSpecifier(parent) && parent.propertyName === undefined;
}

/** `createRequire(…)`, its result used at once or given a name that `loadersIn` finds. */
function isSeenCall(node: ts.Node): boolean {
  const callee = isMember(node) ? node.parent : node;
  const call = callee.parent;
  if (!ts.isCallExpression(call) || call.expression !== callee) return false;
  const isNamed = ts.isVariableDeclaration(call.parent) && ts.isIdentifier(call.parent.name);
  return isNamed || isUsedAtOnce(call);
}

/** A loader that is called, or asked where a module is. */
function isUsedAtOnce(loader: ts.Node): boolean {
  const { parent } = loader;
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text === 'resolve';
  return ts.isCallExpression(parent) && parent.expression === loader;
}

function isMember(node: ts.Node): boolean {
  return ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
}

function isDeclared(node: ts.Node): boolean {
  return ts.isVariableDeclaration(node.parent) && node.parent.name === node;
}
