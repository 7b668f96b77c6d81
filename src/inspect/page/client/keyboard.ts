import { byId, html } from './dom.js';

export interface Shortcut {
  keys: string;
  does: string;
  /** Undefined if a panel handles the key itself, while it has the focus. */
  run?: () => void;
}

/** Handles the keys that work everywhere, and lists all keys in the help that `?` opens. */
export function listenToKeys(sections: Readonly<Record<string, readonly Shortcut[]>>): void {
  const dialog = byId<HTMLDialogElement>('help');
  const openHelp = () => {
    if (!dialog.open) dialog.showModal();
  };
  const runs = new Map<string, () => void>([['?', openHelp]]);
  for (const { keys, run } of Object.values(sections).flat()) {
    if (run) for (const key of keys.split(' ')) runs.set(key, run);
  }
  byId('help-keys').replaceChildren(
    ...Object.entries(sections).map(([title, shortcuts]) =>
      html('section', {}, html('h3', { text: title }), html('dl', {}, ...shortcuts.map(entry))),
    ),
  );
  byId('open-help').addEventListener('click', openHelp);
  byId('close-help').addEventListener('click', () => dialog.close());
  document.addEventListener('keydown', (event) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const run = dialog.open ? undefined : runs.get(event.key);
    if (!run || event.defaultPrevented) return;
    event.preventDefault();
    run();
  });
}

function entry({ keys, does }: Shortcut): HTMLElement {
  const names = keys.split(' ').flatMap((key) => [html('kbd', { text: key }), ' ']);
  return html('div', {}, html('dt', {}, ...names), html('dd', { text: does }));
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input[type=search], input[type=text], select, textarea')
  );
}
