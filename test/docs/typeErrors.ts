import { join } from 'node:path';
import ts from 'typescript';
import { entryPoints } from '../support/manifest.js';
import type { Block } from './markdown.js';
import { root } from './pages.js';

/** Checks each block as a module of its own; says page and line of what is wrong. */
export function typeErrors(blocks: readonly Block[]): string[] {
  const options = compilerOptions();
  const virtual = new Map(blocks.map((block) => [fileOf(block), sourceOf(block)]));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => virtual.has(path) || fileExists(path);
  host.readFile = (path) => virtual.get(path) ?? readFile(path);
  host.getSourceFile = (path, version, ...rest) => {
    const text = virtual.get(path);
    if (text === undefined) return getSourceFile(path, version, ...rest);
    return ts.createSourceFile(path, text, version, true);
  };
  const program = ts.createProgram([...virtual.keys()], options, host);
  const global = program.getGlobalDiagnostics().map(({ messageText }) => plain(messageText));
  return [
    ...global,
    ...blocks.flatMap((block) => {
      const file = program.getSourceFile(fileOf(block));
      if (!file) throw new Error(`${block.page}:${block.line} is not in the program.`);
      const found = [
        ...program.getSyntacticDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
      ];
      return found.map(({ start = 0, messageText }) => {
        const { line } = file.getLineAndCharacterOfPosition(start);
        return `${block.page}:${line + 1}: ${plain(messageText)}`;
      });
    }),
  ];
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const paths = entryPoints.map(({ name, module }) => [name, [join(root, 'src', `${module}.ts`)]]);
  return {
    ...options,
    moduleDetection: ts.ModuleDetectionKind.Force,
    paths: Object.fromEntries(paths),
  };
}

/** In the project, so that packages are found from there. */
function fileOf({ page, line }: Block): string {
  return `${root.replaceAll('\\', '/').replace(/\/$/, '')}/${page}.${line}.ts`;
}

/** Each line keeps its number in the page. */
function sourceOf({ line, text }: Block): string {
  return '\n'.repeat(line - 1) + text;
}

function plain(message: string | ts.DiagnosticMessageChain): string {
  return ts.flattenDiagnosticMessageText(message, '\n');
}
