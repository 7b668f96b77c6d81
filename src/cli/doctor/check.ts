import type { Host } from '../host.js';
import { stylesFor } from '../terminal.js';

/** The result of one check of `doctor`. */
export interface Check {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  message: string;
  /** What to do about a warning or failure. */
  advice?: string;
  /** More lines, for people. */
  lines?: readonly string[];
  /** More data, for `--json`. */
  facts?: Readonly<Record<string, unknown>>;
}

const indent = ' '.repeat(6);

/** Formats a check as lines: its status and message, its details, and what to do. */
export function formatCheck(check: Check, { stdout, env }: Host): string {
  const { bold, dim, green, yellow, red } = stylesFor(stdout, env);
  const colour = { ok: green, warn: yellow, fail: red }[check.status];
  const message = check.message.replaceAll('\n', `\n${indent}`);
  const lines = [
    `${colour(check.status.padEnd(4))}  ${bold(check.name)}: ${message}`,
    ...(check.lines ?? []).map((line) => dim(`${indent}${line}`)),
    ...(check.advice ? [`${indent}${colour('→')} ${check.advice}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** The last line: whether everything works. */
export function formatVerdict(checks: readonly Check[], { stdout, env }: Host): string {
  const { green, yellow, red } = stylesFor(stdout, env);
  const count = (status: Check['status']) => checks.filter((one) => one.status === status).length;
  const [failed, warned] = [count('fail'), count('warn')];
  if (failed > 0) return red(`${failed} of ${checks.length} checks failed.`);
  if (warned > 0) {
    return yellow(`All checks passed, with ${warned} ${warned === 1 ? 'warning' : 'warnings'}.`);
  }
  return green('All checks passed.');
}
