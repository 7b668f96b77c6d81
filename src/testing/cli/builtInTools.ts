import type { ToolInput, ToolStep } from '../scenario.js';
import type { Files } from './files.js';
import type { ShellOutcome } from './shell.js';

export type ToolOutcome =
  | { ok: true; content: unknown; result: unknown; takes?: number; hasErrorField?: boolean }
  | { ok: false; error: string; takes?: number; isCutOff?: boolean };

/** The tools that the CLI lists in `system/init`. */
export const builtInToolNames: readonly string[] =
  'Task AskUserQuestion Bash CronCreate CronDelete CronList Edit EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree Glob Grep NotebookEdit Read Skill TaskCreate TaskUpdate TodoWrite WebFetch WebSearch Write'.split(
    ' ',
  );

/** The tool with which the model gives structured output. */
export const structuredOutput = 'StructuredOutput';

/** Tools that change nothing. */
export const readOnlyTools: ReadonlySet<string> = new Set(['Read', 'Glob', 'Grep', 'TodoWrite']);
/** Tools that need no permission in any mode. */
export const unguardedTools: ReadonlySet<string> = new Set([
  'TaskCreate',
  'TaskUpdate',
  'EnterWorktree',
  'ExitWorktree',
]);
export const fileTools: ReadonlySet<string> = new Set(['Write', 'Edit', 'Read']);
export const editTools: ReadonlySet<string> = new Set(['Write', 'Edit', 'NotebookEdit']);

const fileStateNote = '(file state is current in your context — no need to Read it back)';

/** Runs a built-in tool other than Bash. */
export function runBuiltIn(step: ToolStep, input: ToolInput, files: Files): ToolOutcome {
  if (step.tool === 'Write') return write(input, files);
  if (step.tool === 'Edit') return edit(input, files);
  if (step.tool === 'Read') return read(input, files);
  const output = step.tool === structuredOutput ? 'Structured output provided successfully' : '';
  return { ok: true, content: output, result: output };
}

/** The outcome that the scenario prescribes for a tool, if any. */
export function scriptedOutcome({ error, result }: ToolStep): ToolOutcome | undefined {
  if (error !== undefined) return { ok: false, error };
  return result === undefined ? undefined : { ok: true, content: result, result };
}

/** The outcome of the Bash tool for the output of a command. */
export function bashOutcome({ stdout, stderr, code, takes, quiet }: ShellOutcome): ToolOutcome {
  const output = [stdout.trimEnd(), stderr.trimEnd()].filter((text) => text !== '');
  if (code !== 0) return { ok: false, error: [`Exit code ${code}`, ...output].join('\n'), takes };
  const result = {
    stdout: stdout.trimEnd(),
    stderr: stderr.trimEnd(),
    interrupted: false,
    isImage: false,
    noOutputExpected: quiet,
  };
  const content = output.length > 0 ? output.join('\n') : '(Bash completed with no output)';
  return { ok: true, content, result, takes, hasErrorField: true };
}

function write(input: ToolInput, files: Files): ToolOutcome {
  const path = String(input.file_path ?? '');
  const content = String(input.content ?? '');
  const before = files.read(path);
  files.write(path, content);
  const filePath = files.display(path);
  const fields = { filePath, content, userModified: false };
  if (before === undefined) {
    const result = { type: 'create', ...fields, structuredPatch: [], originalFile: null };
    return {
      ok: true,
      content: `File created successfully at: ${filePath} ${fileStateNote}`,
      result,
    };
  }
  const structuredPatch = patch(before, content);
  return {
    ok: true,
    content: `The file ${filePath} has been updated successfully. ${fileStateNote}`,
    result: { type: 'update', ...fields, structuredPatch, originalFile: before },
  };
}

function edit(input: ToolInput, files: Files): ToolOutcome {
  const path = String(input.file_path ?? '');
  const oldString = String(input.old_string ?? '');
  const newString = String(input.new_string ?? '');
  const replaceAll = input.replace_all === true;
  const originalFile = files.read(path);
  if (originalFile === undefined) return missing(files);
  if (!originalFile.includes(oldString)) {
    return { ok: false, error: `String to replace not found in file.\nString: ${oldString}` };
  }
  const parts = originalFile.split(oldString);
  const edited = replaceAll
    ? parts.join(newString)
    : [parts[0], parts.slice(1).join(oldString)].join(newString);
  files.write(path, edited);
  const filePath = files.display(path);
  const structuredPatch = patch(originalFile, edited);
  return {
    ok: true,
    content: `The file ${filePath} has been updated successfully. ${fileStateNote}`,
    result: {
      filePath,
      oldString,
      newString,
      originalFile,
      structuredPatch,
      userModified: false,
      replaceAll,
    },
  };
}

function read(input: ToolInput, files: Files): ToolOutcome {
  const path = String(input.file_path ?? '');
  const content = files.read(path);
  if (content === undefined) return missing(files);
  const lines = content.split('\n');
  const count = { numLines: lines.length, startLine: 1, totalLines: lines.length };
  return {
    ok: true,
    content: lines.map((line, index) => `${index + 1}\t${line}`).join('\n'),
    result: { type: 'text', file: { filePath: files.display(path), content, ...count } },
  };
}

function missing(files: Files): ToolOutcome {
  const where = `Note: your current working directory is ${files.cwd}.`;
  return { ok: false, error: `File does not exist. ${where}` };
}

function patch(before: string, after: string) {
  const ended = (mark: string, text: string) => [
    ...text.split('\n').map((line) => `${mark}${line}`),
    ...(text.endsWith('\n') ? [] : ['\\ No newline at end of file']),
  ];
  const oldLines = before.split('\n').length;
  const newLines = after.split('\n').length;
  const lines = [...ended('-', before), ...ended('+', after)];
  return [{ oldStart: 1, oldLines, newStart: 1, newLines, lines }];
}
