export interface ParsedArgv {
  flags: { name: string; value: string | null }[];
  positionals: string[];
}

/** The flags of the fixed beginning, the only ones whose value is an argument of its own. */
const takeNext = new Set(['--output-format', '--input-format']);

/**
 * Reads a command line by the rules of commander, which the CLI uses: what begins with a dash is a
 * flag, its value is bound by the first `=`, and all that follows `--` is positional.
 */
export function parseArgv(argv: readonly string[]): ParsedArgv {
  const parsed: ParsedArgv = { flags: [], positionals: [] };
  for (let index = 0; index < argv.length; index += 1) {
    const token = argv[index] as string;
    if (token === '--') {
      parsed.positionals.push(...argv.slice(index + 1));
      break;
    }
    const bound = token.indexOf('=');
    if (!token.startsWith('-')) parsed.positionals.push(token);
    else if (takeNext.has(token)) {
      index += 1;
      parsed.flags.push({ name: token, value: argv[index] ?? null });
    } else if (bound === -1) parsed.flags.push({ name: token, value: null });
    else parsed.flags.push({ name: token.slice(0, bound), value: token.slice(bound + 1) });
  }
  return parsed;
}

/** Reads a list of tools as both tested CLIs do: commas and spaces separate, parentheses hold. */
export function parseToolList(text: string): string[] {
  const elements: string[] = [];
  let current = '';
  let inside = false;
  const finish = () => {
    if (current.trim() !== '') elements.push(current.trim());
    current = '';
  };
  for (const char of text) {
    if ((char === ',' || char === ' ') && !inside) {
      finish();
      continue;
    }
    if (char === '(') inside = true;
    if (char === ')') inside = false;
    current += char;
  }
  finish();
  return elements;
}
