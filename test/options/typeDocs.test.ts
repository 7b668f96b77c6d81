import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { declarationFiles } from '../../scripts/optionDocs.mjs';

const folder = new URL('../../src/options/', import.meta.url);
const files = [
  ...declarationFiles.filter((name) => name.endsWith('Options.ts')),
  ...readdirSync(folder).filter((name) => name.endsWith('Types.ts')),
];

type Documented = ts.TypeElement | ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

/** The exported types of a source, and all their fields, that have no JSDoc. */
function undocumented(source: string): string[] {
  const file = ts.createSourceFile('types.ts', source, ts.ScriptTarget.Latest, true);
  const missing: string[] = [];
  const visit = (node: ts.Node, path: string): void => {
    let here = path;
    if (isField(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
      here = path ? `${path}.${node.name.getText()}` : node.name.getText();
      if (!hasDoc(node) && !speaksForItself(node)) missing.push(here);
    }
    // The doc of a method or function covers what it takes and returns.
    if (ts.isMethodSignature(node) || ts.isFunctionTypeNode(node)) return;
    ts.forEachChild(node, (child) => visit(child, here));
  };
  for (const statement of file.statements) if (isExported(statement)) visit(statement, '');
  return missing;
}

function isField(node: ts.Node): node is ts.PropertySignature | ts.MethodSignature {
  return ts.isPropertySignature(node) || ts.isMethodSignature(node);
}

function hasDoc(node: ts.Node): boolean {
  return ts.getJSDocCommentsAndTags(node).some(({ comment }) => comment);
}

/** A tag such as `type: 'sdk'`, and an overload below one that is documented. */
function speaksForItself(node: Documented): boolean {
  if (ts.isPropertySignature(node))
    return node.type !== undefined && ts.isLiteralTypeNode(node.type);
  if (!ts.isMethodSignature(node) || !ts.isInterfaceDeclaration(node.parent)) return false;
  const [first] = node.parent.members.filter((one) => one.name?.getText() === node.name.getText());
  return first !== undefined && first !== node && hasDoc(first);
}

function isExported(node: ts.Statement): boolean {
  return ts.canHaveModifiers(node)
    ? (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    : false;
}

describe('the public types of options', () => {
  it.each(files)('in %s have JSDoc on every type and field', (name) => {
    expect(undocumented(readFileSync(new URL(name, folder), 'utf8'))).toEqual([]);
  });

  it('are found without it, nested fields included', () => {
    const source = `
      export interface A {
        type: 'a';
        /** B. */
        b: { c: string };
        d(): { result: string };
      }
      interface Private { e: string }
      /** F. */ export type F = { type: 'f' } | { g: number };`;
    expect(undocumented(source)).toEqual(['A', 'A.b.c', 'A.d', 'F.g']);
  });
});
