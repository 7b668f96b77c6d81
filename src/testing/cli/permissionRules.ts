import type { ToolInput } from '../scenario.js';
import { editTools } from './builtInTools.js';
import type { Files } from './Files.js';

/** The name and the content of a rule such as `Bash(npm test:*)`. */
function parse(rule: string): { tool: string; content?: string } {
  const [, tool = rule, content] = /^([^(]+)\((.*)\)$/.exec(rule) ?? [];
  return { tool, content };
}

/** Whether a rule names a tool as a whole. */
export function namesTool(rule: string, tool: string): boolean {
  const { tool: name, content } = parse(rule);
  if (content !== undefined) return false;
  return (
    name === tool || (name.startsWith('mcp__') && tool.startsWith(`${name.replace(/\*$/, '')}`))
  );
}

/** Whether a rule covers this call. */
export function ruleCovers(
  rule: string,
  tool: string,
  input: ToolInput,
  files: Pick<Files, 'display'>,
): boolean {
  if (namesTool(rule, tool)) return true;
  const { tool: name, content } = parse(rule);
  // A rule about edits is about every tool that writes files.
  const isMeant = name === tool || (name === 'Edit' && editTools.has(tool));
  if (!isMeant || content === undefined) return false;
  if (typeof input.file_path === 'string' && !content.startsWith('/')) {
    return matchesPattern(content, files.display(input.file_path));
  }
  const subject = String(input.command ?? input.file_path ?? input.url ?? '');
  return matchesPattern(content.replace(/^\/\//, '/'), subject);
}

function matchesPattern(content: string, subject: string): boolean {
  const pattern = content.endsWith(':*') ? `${content.slice(0, -2)}*` : content;
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^(\\./)?${parts.join('.*')}$`).test(subject);
}
