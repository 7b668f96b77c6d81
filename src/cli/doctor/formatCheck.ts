import type { Host } from '../Host.js';
import { printable } from '../printable.js';
import { stylesFor } from '../styles.js';
import type { Check } from './Check.js';

const indent = ' '.repeat(6);

/** A check as lines: how it went, what was seen, what to do. */
export function formatCheck(check: Check, { stdout, env }: Host): string {
  const { bold, dim, green, yellow, red } = stylesFor(stdout, env);
  const colour = { ok: green, warn: yellow, fail: red }[check.status];
  const message = printable(check.message).replaceAll('\n', `\n${indent}`);
  const lines = [
    `${colour(check.status.padEnd(4))}  ${bold(check.name)}: ${message}`,
    ...(check.lines ?? []).map((line) => dim(`${indent}${printable(line)}`)),
    ...(check.advice ? [`${indent}${colour('→')} ${printable(check.advice)}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

export function verdict(checks: readonly Check[], { stdout, env }: Host): string {
  const { green, yellow, red } = stylesFor(stdout, env);
  const count = (status: Check['status']) => checks.filter((one) => one.status === status).length;
  const [failed, warned] = [count('fail'), count('warn')];
  if (failed > 0) return red(`Not all is well: ${failed} of ${checks.length} checks failed.`);
  if (warned > 0)
    return yellow(`It works, with ${warned} ${warned === 1 ? 'warning' : 'warnings'}.`);
  return green('All is well.');
}
