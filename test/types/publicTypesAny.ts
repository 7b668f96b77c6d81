import ts from 'typescript';

/** Where `any` is among the types that a module exports, as far as their declarations are `own`. */
export function findAny(
  checker: ts.TypeChecker,
  module: ts.Symbol,
  own: (file: ts.SourceFile) => boolean,
): string[] {
  const found: string[] = [];
  const seen = new Set<ts.Type>();

  const isOwn = (symbol: ts.Symbol | undefined) =>
    symbol?.declarations?.some((one) => own(one.getSourceFile())) ?? true;

  /** Usually left out: `AsyncIterable<Item>` has two more. */
  const isAnyByDefault = (part: ts.Type, name: ts.TypeParameter | undefined) =>
    name !== undefined && part === checker.getDefaultFromTypeParameter(name);

  function look(type: ts.Type | undefined, path: string): void {
    if (!type || seen.has(type)) return;
    if (type.flags & ts.TypeFlags.Any) {
      found.push(path);
      return;
    }
    seen.add(type);
    if (type.isUnionOrIntersection()) {
      for (const part of type.types) look(part, path);
      return;
    }
    for (const part of type.aliasTypeArguments ?? []) look(part, `${path}<>`);
    // Such as xstate's AnyActorRef: the name says it, and it is not ours.
    if (type.aliasSymbol && !isOwn(type.aliasSymbol)) return;
    if (type.flags & ts.TypeFlags.TypeParameter) {
      look(checker.getBaseConstraintOfType(type), `${path} extends`);
      look(checker.getDefaultFromTypeParameter(type), `${path} =`);
      return;
    }
    if (type.flags & ts.TypeFlags.Object) lookInside(type as ts.ObjectType, path);
  }

  function lookInside(type: ts.ObjectType, path: string): void {
    if (type.objectFlags & ts.ObjectFlags.Reference) {
      const reference = type as ts.TypeReference;
      const names = reference.target.typeParameters ?? [];
      checker.getTypeArguments(reference).forEach((part, index) => {
        if (!isAnyByDefault(part, names[index])) look(part, `${path}<>`);
      });
    }
    // What others declare is theirs: of a Promise, only what is promised is looked at.
    if (!isOwn(type.symbol)) return;
    for (const property of checker.getPropertiesOfType(type)) {
      const isHidden = property.name.startsWith('#') || property.name.startsWith('__#');
      if (isOwn(property) && !isHidden)
        look(checker.getTypeOfSymbol(property), `${path}.${property.name}`);
    }
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      if (signature.declaration && !own(signature.declaration.getSourceFile())) continue;
      for (const parameter of signature.getParameters()) {
        look(checker.getTypeOfSymbol(parameter), `${path}(${parameter.name})`);
      }
      for (const parameter of signature.getTypeParameters() ?? []) look(parameter, `${path}<>`);
      look(signature.getReturnType(), `${path}()`);
    }
    for (const { type: value } of checker.getIndexInfosOfType(type)) look(value, `${path}[]`);
    for (const base of type.getBaseTypes?.() ?? []) look(base, `${path} base`);
  }

  for (const exported of checker.getExportsOfModule(module)) {
    const isAlias = exported.flags & ts.SymbolFlags.Alias;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    if (symbol.flags & ts.SymbolFlags.Value) look(checker.getTypeOfSymbol(symbol), exported.name);
    if (symbol.flags & ts.SymbolFlags.Type) {
      look(checker.getDeclaredTypeOfSymbol(symbol), exported.name);
    }
  }
  return found;
}

/** The lines of a declaration file that say `any`, even if no export leads to them. */
export function writtenAny(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      found.push(`${file.fileName.split('/').at(-1)}:${line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
