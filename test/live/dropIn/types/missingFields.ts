import ts from 'typescript';
import type { Difference } from './compareTypes.js';

/**
 * What assignability does not show: an optional field that ours lacks, and an interface in the place
 * of a type alias. Both types are walked together, field by field.
 */
export function missingFields(
  program: ts.Program,
  file: ts.SourceFile,
  rows: readonly { at: string }[],
): Difference[] {
  const checker = program.getTypeChecker();
  const types = new Map(
    file.statements
      .filter(ts.isTypeAliasDeclaration)
      .map((one) => [one.name.text, checker.getTypeAtLocation(one.name)]),
  );
  const typeOf = (name: string) => {
    const type = types.get(name);
    if (!type) throw new Error(`No type ${name}.`);
    return type;
  };
  const plain = typeOf('Plain');
  const found = new Map<string, Difference>();
  const seen = new Set<string>();

  function walk(at: string, official: readonly ts.Type[], ours: readonly ts.Type[]): void {
    const there = official.flatMap(partsOf).filter((type) => !isForeign(type));
    const here = ours.flatMap(partsOf);
    if (
      there.length === 0 ||
      here.some((type) => type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown))
    )
      return;
    const key = `${idsOf(there)} ${idsOf(here)}`;
    if (seen.has(key)) return;
    seen.add(key);
    const isPlain = (type: ts.Type) => checker.isTypeAssignableTo(type, plain);
    if (there.some(isObject) && there.filter(isObject).every(isPlain)) {
      const others = here.filter(isObject).filter((type) => !isPlain(type));
      if (others.length > 0) {
        const text = others.map((type) => checker.typeToString(type)).join(', ');
        found.set(`interface ${at}`, { at, kind: 'interface', text });
      }
    }
    for (const [name, type] of fieldsOf(there)) {
      const own = fieldsOf(here).get(name);
      if (own) walk(`${at}.${name}`, type, own);
      else found.set(at + name, { at: `${at}.${name}`, kind: 'missing', text: 'no such field' });
    }
    const [first] = there.flatMap((type) => type.getCallSignatures());
    const [second] = here.flatMap((type) => type.getCallSignatures());
    if (first && second) {
      walk(`${at}()`, [first.getReturnType()], [second.getReturnType()]);
      for (const [index, parameter] of first.parameters.entries()) {
        const own = second.parameters[index];
        if (!own) continue;
        walk(`${at}(${parameter.name})`, [typeOfSymbol(parameter)], [typeOfSymbol(own)]);
      }
    }
  }

  function typeOfSymbol(symbol: ts.Symbol): ts.Type {
    return checker.getTypeOfSymbolAtLocation(symbol, file);
  }

  /** The members of a union; the elements of an array, a promise or a record. */
  function partsOf(type: ts.Type): ts.Type[] {
    if (type.isUnion()) return type.types.flatMap(partsOf);
    if (checker.isArrayType(type) || type.symbol?.name === 'Promise') {
      return checker.getTypeArguments(type as ts.TypeReference).flatMap(partsOf);
    }
    const values = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    const noFields = checker.getPropertiesOfType(type).length === 0;
    return values && noFields ? partsOf(values) : [type];
  }

  function fieldsOf(members: readonly ts.Type[]): Map<string, ts.Type[]> {
    const fields = new Map<string, ts.Type[]>();
    for (const member of members.filter(isObject)) {
      for (const symbol of checker.getPropertiesOfType(member)) {
        fields.set(symbol.name, [...(fields.get(symbol.name) ?? []), typeOfSymbol(symbol)]);
      }
    }
    return fields;
  }

  for (const [index, { at }] of rows.entries()) {
    walk(at, [typeOf(`O${index}`)], [typeOf(`U${index}`)]);
  }
  return [...found.values()];
}

function isObject(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
}

/** Declared by the language, by Node or by a package that both sides import. */
function isForeign(type: ts.Type): boolean {
  const declared = (type.symbol ?? type.aliasSymbol)?.declarations ?? [];
  return declared.some((one) => {
    const { fileName } = one.getSourceFile();
    return fileName.includes('/node_modules/') && !fileName.includes('/claude-agent-sdk/');
  });
}

function idsOf(types: readonly ts.Type[]): string {
  return types.map((type) => (type as ts.Type & { id: number }).id).join();
}
