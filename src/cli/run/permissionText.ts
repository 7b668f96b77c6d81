import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isObject, type JsonObject } from '../../codec/jsonObject.js';
import type { PermissionUpdate } from '../../codec/permissions.js';
import { comparedFileBytes } from '../../defaults/terminalDefaults.js';
import type { PermissionContext } from '../../options/callbackTypes.js';
import { visible, visibleLine } from '../../util/printable.js';
import type { Styles } from '../terminal.js';
import { type DiffLine, lineDiff } from './lineDiff.js';

/** What Claude asks permission for, without the details. */
export function permissionTitle(
  tool: string,
  input: JsonObject,
  { title, displayName, agentID, decisionReason, blockedPath }: PermissionContext,
): string[] {
  const path = input.file_path ?? input.notebook_path;
  const about = typeof path === 'string' ? ` ${path}` : '';
  const name = displayName && displayName !== tool ? `${displayName} (${tool})` : tool;
  const who = agentID === undefined ? 'Claude' : 'A subagent';
  const heading = title ?? `${who} wants to use ${name}${about}`;
  return [
    heading,
    ...(decisionReason === undefined ? [] : [decisionReason]),
    // The details leave the path out.
    ...(typeof path === 'string' && !heading.includes(path) ? [`File: ${path}`] : []),
    ...(blockedPath === undefined ? [] : [`Path: ${blockedPath}`]),
  ].map(visibleLine);
}

/** The command, the change of a file, or the whole input: all that the answer depends on. */
export async function permissionDetails(
  input: JsonObject,
  cwd: string,
  styles: Styles,
): Promise<string[]> {
  const { command, description, file_path, content, old_string, new_string, edits, plan } = input;
  if (typeof command === 'string') {
    const why =
      typeof description === 'string' ? [styles.dim(visibleLine(`# ${description}`))] : [];
    const rest = without(input, ['command', 'description']);
    return [...why, ...linesOf(command), ...restLines(rest)];
  }
  if (typeof plan === 'string') return linesOf(plan);
  const changes = [
    ...(typeof file_path === 'string' && typeof content === 'string'
      ? [lineDiff(await readText(resolve(cwd, file_path)), content)]
      : []),
    ...changeOf({ old_string, new_string }),
    ...(areChanges(edits) ? edits.flatMap(changeOf) : []),
  ];
  if (changes.length === 0) return restLines(input);
  // The CLI adds `replace_all: false` to every edit. Only `true` is worth showing.
  const isPlain = input.replace_all === false ? ['replace_all'] : [];
  const shown = ['file_path', 'content', 'old_string', 'new_string', ...isPlain];
  const rest = without(input, areChanges(edits) ? [...shown, 'edits'] : shown);
  return [...changes.flatMap((one) => diffLines(one, styles)), ...restLines(rest)];
}

/** Whether there is nothing in these edits but the change itself. */
function areChanges(edits: unknown): edits is JsonObject[] {
  return (
    Array.isArray(edits) &&
    edits.every((edit) => {
      const { old_string, new_string, ...more } = isObject(edit) ? edit : {};
      const isChange = typeof old_string === 'string' && typeof new_string === 'string';
      return isChange && Object.keys(more).length === 0;
    })
  );
}

function changeOf({ old_string, new_string }: JsonObject): DiffLine[][] {
  if (typeof old_string !== 'string' || typeof new_string !== 'string') return [];
  return [lineDiff(old_string, new_string)];
}

function diffLines(lines: readonly DiffLine[], { red, green, dim }: Styles): string[] {
  const colours = { '-': red, '+': green, ' ': dim, '…': dim };
  return lines.map(({ mark, text }) => colours[mark](`${mark} ${visible(text)}`));
}

function linesOf(text: string): string[] {
  return text.split('\n').map(visible);
}

function restLines(rest: JsonObject): string[] {
  if (Object.keys(rest).length === 0) return [];
  return linesOf(JSON.stringify(rest, undefined, 2));
}

function without(input: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !fields.includes(name)));
}

/** What is in a file now; nothing if it cannot be read. */
async function readText(path: string): Promise<string> {
  try {
    if ((await stat(path)).size > comparedFileBytes) return '';
    return await readFile(path, 'utf8');
  } catch {
    return '';
  }
}

const places: Readonly<Record<PermissionUpdate['destination'], string>> = {
  session: 'for this session',
  cliArg: 'for this session',
  localSettings: 'in .claude/settings.local.json',
  projectSettings: 'in .claude/settings.json',
  userSettings: 'in your own settings',
};

/** What "always" would change, such as `allow Bash(npm test) in .claude/settings.local.json`. */
export function updateText(update: PermissionUpdate): string {
  const place = places[update.destination] ?? String(update.destination);
  return visibleLine(`${changeText(update)} ${place}`);
}

function changeText(update: PermissionUpdate): string {
  if (update.type === 'setMode') return `permission mode ${update.mode}`;
  if ('directories' in update) {
    const verb = update.type === 'addDirectories' ? 'work in' : 'no longer work in';
    return `${verb} ${update.directories.join(', ')}`;
  }
  const rules = update.rules.map(({ toolName, ruleContent }) =>
    ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
  );
  const verb = { addRules: '', replaceRules: 'only ', removeRules: 'no longer ' }[update.type];
  return `${verb}${update.behavior} ${rules.join(', ')}`;
}
