import { byId } from './dom.js';

/** A pane whose size the user can change, in pixels. */
interface Pane {
  /** Of its separator. */
  id: string;
  /** The property of the style that holds its size. */
  property: string;
  /** Whether it is resized from left to right. */
  isWide: boolean;
  /** Whether it lies after its separator, so that it grows to the left or upwards. */
  isAfter: boolean;
  min: number;
  /** The largest share of the window. */
  max: number;
}

const panes: readonly Pane[] = [
  { id: 'resize-nav', property: '--nav', isWide: true, isAfter: false, min: 140, max: 0.5 },
  { id: 'resize-main', property: '--main', isWide: true, isAfter: true, min: 240, max: 0.7 },
  { id: 'resize-step', property: '--step', isWide: false, isAfter: true, min: 60, max: 0.6 },
  { id: 'resize-detail', property: '--detail', isWide: false, isAfter: true, min: 60, max: 0.7 },
  { id: 'resize-footer', property: '--footer', isWide: false, isAfter: true, min: 60, max: 0.6 },
];

const keyStep = 16;
const cookie = 'claude-actors-panes';
const yearSeconds = 31_536_000;

/** Makes the panes resizable by mouse, touch and arrow keys, and restores their last sizes. */
export function listenToPanes(onChange: () => void): void {
  const sizes = readSizes();
  for (const pane of panes) {
    const separator = byId(pane.id);
    const set = (size: number | undefined) => {
      if (size === undefined) delete sizes[pane.property];
      else sizes[pane.property] = clamp(size, pane);
      apply(pane, sizes[pane.property]);
      onChange();
    };
    if (sizes[pane.property] !== undefined) apply(pane, sizes[pane.property]);
    separator.addEventListener('pointerdown', (down) => {
      down.preventDefault();
      separator.setPointerCapture(down.pointerId);
      const start = sizeOf(pane);
      const move = (event: PointerEvent) => {
        const by = pane.isWide ? event.clientX - down.clientX : event.clientY - down.clientY;
        set(start + (pane.isAfter ? -by : by));
      };
      separator.addEventListener('pointermove', move);
      const end = () => {
        separator.removeEventListener('pointermove', move);
        writeSizes(sizes);
      };
      separator.addEventListener('lostpointercapture', end, { once: true });
    });
    separator.addEventListener('keydown', (event) => {
      const [less, more] = pane.isWide ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
      const direction = event.key === less ? -1 : event.key === more ? 1 : 0;
      if (direction !== 0) set(sizeOf(pane) + direction * keyStep * (pane.isAfter ? -1 : 1));
      else if (event.key === 'Enter') set(undefined);
      else return;
      event.preventDefault();
      writeSizes(sizes);
    });
    // As in editors, a double click restores the size.
    separator.addEventListener('dblclick', () => {
      set(undefined);
      writeSizes(sizes);
    });
  }
}

/** Says to screen readers how large the panes are. */
export function showPaneSizes(): void {
  for (const pane of panes) {
    const separator = byId(pane.id);
    const size = String(Math.round(sizeOf(pane)));
    if (separator.getAttribute('aria-valuenow') !== size) {
      separator.setAttribute('aria-valuenow', size);
      separator.setAttribute('aria-valuemin', String(pane.min));
      separator.setAttribute('aria-valuemax', String(Math.round(limitOf(pane))));
    }
  }
}

function apply({ property }: Pane, size: number | undefined): void {
  const { style } = document.documentElement;
  if (size === undefined) style.removeProperty(property);
  else style.setProperty(property, `${Math.round(size)}px`);
}

/** The size that the pane has now, whatever has set it. */
function sizeOf({ id, isWide }: Pane): number {
  const pane = byId(byId(id).getAttribute('aria-controls') ?? '');
  const { width, height } = pane.getBoundingClientRect();
  return isWide ? width : height;
}

function limitOf({ isWide, max }: Pane): number {
  return (isWide ? innerWidth : innerHeight) * max;
}

function clamp(size: number, pane: Pane): number {
  return Math.max(pane.min, Math.min(limitOf(pane), size));
}

/**
 * Each run of the inspector has another port, and thus another storage, but cookies of this host are
 * shared by all ports. A page that was opened from a file has no cookies, but a storage.
 */
function readSizes(): Record<string, number> {
  const stored =
    new RegExp(`(?:^|; )${cookie}=([^;]*)`).exec(document.cookie)?.[1] ?? readStorage();
  const sizes: Record<string, number> = {};
  for (const { property } of panes) {
    const size = new RegExp(`${property}:(\\d{1,4})(?:,|$)`).exec(stored)?.[1];
    if (size !== undefined) sizes[property] = Number(size);
  }
  return sizes;
}

function writeSizes(sizes: Readonly<Record<string, number>>): void {
  const text = Object.entries(sizes)
    .map(([property, size]) => `${property}:${Math.round(size)}`)
    .join();
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context.
  document.cookie = `${cookie}=${text}; path=/; max-age=${yearSeconds}; samesite=strict`;
  try {
    localStorage.setItem(cookie, text);
  } catch {
    // Storage may be off. Then the sizes last as long as the page.
  }
}

function readStorage(): string {
  try {
    return localStorage.getItem(cookie) ?? '';
  } catch {
    return '';
  }
}
