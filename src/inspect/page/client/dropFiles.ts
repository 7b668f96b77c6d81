import { byId, setText } from './dom.js';

/**
 * Opens recordings that are dropped anywhere on the page: sends them to the server, which plays
 * them. Calls `onOpened` with the id of the source that the last one has among the sessions.
 */
export function listenToDrops(onOpened: (source: string) => void): void {
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  const mark = (isDropping: boolean) => document.body.classList.toggle('dropping', isDropping);
  document.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(true);
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  document.addEventListener('drop', (event) => {
    mark(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    void openAll(files, onOpened).then((problem) => setText(byId('file-problem'), problem));
  });
}

/** Resolves with what is wrong with the first file that could not be opened; empty if nothing is. */
async function openAll(
  files: readonly File[],
  onOpened: (source: string) => void,
): Promise<string> {
  for (const file of files) {
    const query = new URLSearchParams({ name: file.name });
    try {
      const response = await fetch(`recording?${query}`, { method: 'POST', body: file });
      const text = await response.text();
      if (!response.ok) return text || `${file.name} is too large for the page.`;
      onOpened(text);
    } catch {
      return `${file.name} could not be sent: the inspector has stopped.`;
    }
  }
  return '';
}
