import { unwatchFile, watchFile } from 'node:fs';

const interval = 100;

/** Looks at a file again and again, and tells when it has come, changed or gone. */
export function watchPath(
  path: string,
  signal: AbortSignal,
  onChange: (event: 'add' | 'change' | 'unlink') => void,
): void {
  if (signal.aborted) return;
  watchFile(path, { interval, persistent: false }, (now, before) => {
    if (now.mtimeMs === before.mtimeMs) return;
    if (before.mtimeMs === 0) onChange('add');
    else onChange(now.mtimeMs === 0 ? 'unlink' : 'change');
  });
  signal.addEventListener('abort', () => unwatchFile(path), { once: true });
}
