/**
 * What a `text` block after a program promises of its output. In it, `…` stands for whatever varies
 * within a line, a line of nothing but `…` for any number of lines, and a time such as `0.12 s` for any.
 */
export function outputPattern(expected: string): RegExp {
  const lines = expected
    .trimEnd()
    .split('\n')
    .map((line) => (line.trim() === '…' ? '(?:.*\\n)*?' : `${lineSource(line)}\\n`));
  return new RegExp(`^${lines.join('')}$`);
}

function lineSource(line: string): string {
  return line
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('.*')
    .replaceAll(/ *\d+\\\.\d+ s\b/g, ' *\\d+\\.\\d+ s');
}
