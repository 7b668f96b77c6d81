// Writes docs/api.md from the JSDoc of the package's five entries.
//
// TypeDoc with typedoc-plugin-markdown was tried: it writes four pages of 9,500 lines, some of which
// hold the expanded types of XState's actors in lines of 50 KB.
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));

const entries = [
  ['claude-actors', 'src/index.ts'],
  ['claude-actors/inspect', 'src/inspect/index.ts'],
  ['claude-actors/testing', 'src/testing/index.ts'],
  ['claude-actors/opentelemetry', 'src/opentelemetry/index.ts'],
  ['claude-actors/fleet', 'src/fleet/index.ts'],
];

const officialNames = "The official SDK's names";

/** The section of an export, by the file that declares it. The first match counts. */
const topics = [
  ['Queries', /^src\/(Query|streams\/(consumeStream|streamItem))\.ts/],
  ['Sessions', /^src\/(Session|startSession|sessionEvents|sessionHealth|Turn|ClaudeSDKClient)\.ts/],
  [
    'Control requests',
    /^src\/(Controls|McpControls|codec\/(requestsToCli|controlAnswers)|actors\/bounded)\.ts/,
  ],
  ['Pools', /^src\/pool\//],
  ['Streams for a browser', /^src\/streams\//],
  ['Errors and warnings', /^src\/(errors|warnings|official\/AbortError)\.ts/],
  ['Hooks', /^src\/codec\/hook/],
  ['Permissions', /^src\/codec\/permissions/],
  ['Messages', /^src\/(codec|actors\/messages)\//],
  ['MCP servers', /^src\/(mcp\.ts|actors\/mcp\/|options\/mcp)/],
  ['Options and callbacks', /^src\/options\//],
  [officialNames, /^src\/official\//],
  ['Machines and actors', /^src\/(embedding|actors|machines|statechart)/],
];

const intro = `<!-- Made by \`npm run docs:api\` from the JSDoc in src/. Do not edit. -->

# API reference

Everything you can import, by entry and topic. The other pages explain how the parts work together.
`;

const discriminants = new Set(
  'type subtype kind behavior role hook_event_name hookEventName jsonrpc async'.split(' '),
);
const printer = ts.createPrinter({ removeComments: true });

/** Reads the exports of every entry, with what their JSDoc says. */
export function readApi() {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(
    entries.map(([, file]) => join(root, file)),
    options,
  );
  const checker = program.getTypeChecker();
  return entries.map(([name, file]) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(join(root, file)));
    const exports = checker.getExportsOfModule(module).map((one) => readExport(checker, one));
    return { name, exports: exports.sort((a, b) => (a.name < b.name ? -1 : 1)) };
  });
}

function readExport(checker, symbol) {
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
  const node = target.declarations.find(isOwn) ?? target.declarations[0];
  return {
    name: symbol.name,
    declaredName: target.name,
    file: fileOf(node),
    node,
    doc: docOf(checker, target),
    signatures: signaturesOf(target),
    members: membersOf(checker, target, node),
  };
}

/** The public members of a class, an interface or an object type, inherited ones included. */
function membersOf(checker, symbol, node) {
  if (ts.isFunctionDeclaration(node)) return [];
  const isValue = ts.isVariableDeclaration(node);
  const type = isValue ? checker.getTypeOfSymbol(symbol) : checker.getDeclaredTypeOfSymbol(symbol);
  const seen = new Set();
  return (type.isUnion() ? type.types : [type])
    .filter((one) => one.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))
    .flatMap((one) => checker.getPropertiesOfType(one))
    .flatMap((member) => {
      const declaration = member.declarations?.find(isOwn);
      if (!declaration || seen.has(declaration) || isHidden(member, declaration)) return [];
      // Of a constant, only functions need words of their own: `warningCodes` explains itself.
      if (isValue && !ts.isMethodDeclaration(declaration)) return [];
      seen.add(declaration);
      const doc = docOf(checker, member);
      const text = memberText(declaration);
      return [{ name: member.name, file: fileOf(declaration), doc, text, declaration }];
    });
}

function isOwn(node) {
  return /^src\//.test(fileOf(node));
}

function fileOf(node) {
  return relative(root, node.getSourceFile().fileName).replaceAll('\\', '/');
}

function isHidden(symbol, declaration) {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;
  return (
    (ts.getCombinedModifierFlags(declaration) & hidden) !== 0 ||
    /^(__@|__#|#)/.test(symbol.name) ||
    symbol.getJsDocTags().some(({ name }) => name === 'internal')
  );
}

function docOf(checker, symbol) {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  // TypeScript joins the comments of overloads. Ours start alike; the first is enough.
  const [first = ''] = symbol.declarations?.length > 1 ? text.split('\n') : [text];
  const parameters = symbol
    .getJsDocTags(checker)
    .filter(({ name, text: words }) => name === 'param' && words)
    .map(({ text: words }) => ts.displayPartsToString(words).replace(/^(\S+) -? ?/, '`$1`: '))
    // Every control method has it; `OperationSettings` explains it once.
    .filter((words) => !words.startsWith('`settings`: A timeout'));
  return [first, ...new Set(parameters)].filter(Boolean).join('\n\n');
}

function memberText(node) {
  const isCallable = ts.isMethodDeclaration(node) || ts.isMethodSignature(node);
  const name = node.name.getText() + (node.questionToken ? '?' : '');
  if (!isCallable) return `${name}${typeText(node)}`;
  const parameters = node.parameters.map((one) => {
    const given = ts.isIdentifier(one.name) ? one.name.text : 'options';
    return given + (one.questionToken || one.initializer ? '?' : '') + typeText(one);
  });
  return `${name}(${parameters.join(', ')})${typeText(node)}`;
}

function typeText({ type }) {
  return type ? `: ${print(type).replace(/\s+/g, ' ')}` : '';
}

function print(node) {
  return printer
    .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .replace(/^(export |declare |readonly )+/, '');
}

/** How a function is called, or what a type is short for. */
function signaturesOf({ declarations }) {
  const functions = declarations.filter(ts.isFunctionDeclaration);
  const calls = functions.length > 1 ? functions.filter(({ body }) => !body) : functions;
  if (calls.length > 0) {
    return calls.map((node) =>
      print(
        ts.factory.updateFunctionDeclaration(
          node,
          undefined,
          node.asteriskToken,
          node.name,
          node.typeParameters,
          node.parameters,
          node.type,
          undefined,
        ),
      ),
    );
  }
  const aliases = declarations.filter(ts.isTypeAliasDeclaration);
  return aliases.map((node) => node.getText().replace(/^export (declare )?/, ''));
}

/** Exports and members that have no JSDoc, as `{ name, file }`. */
export function undocumented(api) {
  const missing = api.flatMap(({ name: entry, exports }) =>
    exports.flatMap(({ name, file, doc, members }) => [
      ...(doc ? [] : [{ name: `${entry}: ${name}`, file }]),
      ...members
        .filter((member) => !member.doc && !isDiscriminant(member))
        .map((member) => ({ name: `${entry}: ${name}.${member.name}`, file: member.file })),
    ]),
  );
  return [...new Map(missing.map((one) => [one.name, one])).values()];
}

/** The field that says which member of a union a value is. */
function isDiscriminant({ name, declaration }) {
  return discriminants.has(name) && declaration.type !== undefined;
}

/** The text of docs/api.md. */
export function renderApi(api) {
  const parts = api.map(({ name, exports }) => {
    const own = new Set(exports.map((one) => one.name));
    const groups = new Map(topics.map(([topic]) => [topic, []]));
    for (const one of exports) groups.get(topicOf(one, own)).push(one);
    const sections = [...groups].filter(([, group]) => group.length > 0);
    const withTitles = sections.length > 1;
    return `\n## ${name}\n${sections
      .map(([topic, group]) => (withTitles ? `\n### ${topic}\n` : '') + renderGroup(topic, group))
      .join('')}`;
  });
  return intro + parts.join('');
}

function topicOf({ name, declaredName, file }, own) {
  if (name !== declaredName && own.has(declaredName)) return officialNames;
  return topics.find(([, files]) => files.test(file))?.[0] ?? 'Machines and actors';
}

function renderGroup(topic, group) {
  const isAliases = topic === officialNames;
  return isAliases ? `\n${group.map(renderAlias).join('')}` : group.map(renderExport).join('');
}

/** A second name needs a line, not a section. */
function renderAlias({ name, declaredName, node, doc }) {
  const same = name === declaredName && node.type ? print(node.type) : declaredName;
  return `- \`${name}\` is \`${oneLine(same)}\`: ${oneLine(doc)}\n`;
}

function renderExport({ name, node, doc, signatures, members }) {
  const isUnion = ts.isTypeAliasDeclaration(node) && ts.isUnionTypeNode(node.type);
  const listed = isUnion ? [] : members;
  const code = listed.length > 0 ? '' : signatures.join('\n');
  return [
    `\n#### ${name}\n`,
    doc && `\n${doc}\n`,
    code && `\n\`\`\`typescript\n${code}\n\`\`\`\n`,
    listed.length > 0 && `\n${listed.map(renderMember).join('')}`,
  ]
    .filter(Boolean)
    .join('');
}

function renderMember({ text, doc }) {
  return `- \`${text}\`${doc ? `: ${oneLine(doc)}` : ''}\n`;
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ').trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const api = readApi();
  writeFileSync(join(root, 'docs', 'api.md'), renderApi(api));
  for (const { name, file } of undocumented(api)) console.warn(`No JSDoc: ${name} (${file})`);
  console.log('docs/api.md is written');
}
