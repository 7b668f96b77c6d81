import ts from 'typescript';

/** Literals that are neither types nor compared with: those that can become a value. */
function literalsIn(source: string): ts.StringLiteralLike[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const found: ts.StringLiteralLike[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) && !isCompared(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isCompared({ parent }: ts.Node): boolean {
  if (ts.isCaseClause(parent)) return true;
  if (!ts.isBinaryExpression(parent)) return false;
  const { kind } = parent.operatorToken;
  return (
    kind === ts.SyntaxKind.EqualsEqualsEqualsToken ||
    kind === ts.SyntaxKind.ExclamationEqualsEqualsToken
  );
}

/** The texts of all literals of a source that can become a value. */
export function valuesIn(source: string): string[] {
  return literalsIn(source).map(({ text }) => text);
}

/** The codes that a source hands to `warn`, or calls `code`. */
export function codesIn(source: string): string[] {
  return literalsIn(source)
    .filter((literal) => isCode(literal))
    .map(({ text }) => text)
    .filter((text) => /^[A-Z][A-Za-z0-9]+$/.test(text));
}

function isCode(node: ts.Node): boolean {
  const { parent } = node;
  // `code = full ? 'A' : 'B'`, `code: 'A' as const`
  if (ts.isConditionalExpression(parent) || ts.isAsExpression(parent)) return isCode(parent);
  if (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent)) {
    return parent.initializer === node && parent.name.getText() === 'code';
  }
  return ts.isCallExpression(parent) && /\bwarn$/.test(parent.expression.getText());
}
