import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./consumers/', import.meta.url));

/** Programs that are compiled against both packages, by file name. None of them is run. */
export function readConsumers(): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return Object.fromEntries(
    names.map((name) => [name.replace('.txt', '.ts'), readFileSync(`${folder}${name}`, 'utf8')]),
  );
}
