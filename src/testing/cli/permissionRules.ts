import type { ToolInput } from '../scenario.js';
import { editTools } from './builtInTools.js';
import type { Files } from './files.js';

/** Splits a rule such as `Bash(npm test:*)` into tool and content. */
function parse(rule: string): { tool: string; content?: string } {
  const [, tool = rule, content] = /^([^(]+)\((.*)\)$/.exec(rule) ?? [];
  return { tool, content };
}

/** Whether a rule covers all calls of a tool. */
export function namesTool(rule: string, tool: string): boolean {
  const { tool: name, content } = parse(rule);
  if (content !== undefined) return false;
  return (
    name === tool || (name.startsWith('mcp__') && tool.startsWith(`${name.replace(/\*$/, '')}`))
  );
}

/** Whether a rule covers a call. */
export function ruleCovers(
  rule: string,
  tool: string,
  input: ToolInput,
  files: Pick<Files, 'display'>,
): boolean {
  if (namesTool(rule, tool)) return true;
  const { tool: name, content } = parse(rule);
  // A rule for Edit applies to every tool that writes files.
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
