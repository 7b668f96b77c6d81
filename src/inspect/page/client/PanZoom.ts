import type { Region } from '../model/chartFocus.js';

const maxZoom = 8;
const minZoom = 0.5;
/** A drag shorter than this, in pixels, is a click. */
const clickDistance = 4;

/**
 * Zooms and pans an SVG element: wheel or pinch, drag, and the keys + - 0 and arrows while it has
 * the focus.
 */
export class PanZoom {
  readonly #element: SVGSVGElement;
  readonly #whole: Region;
  readonly #onChange: (panZoom: PanZoom) => void;
  #view: Region;
  /** Whether the user has left the choice of what is visible to the drawing. */
  #isFollowing = true;

  constructor(
    element: SVGSVGElement,
    whole: Region,
    onChange: (panZoom: PanZoom) => void = () => {},
  ) {
    this.#element = element;
    this.#whole = whole;
    this.#view = whole;
    this.#onChange = onChange;
    element.addEventListener('wheel', (event) => this.#handleWheel(event), { passive: false });
    element.addEventListener('pointerdown', (event) => this.#startDrag(event));
    element.addEventListener('keydown', (event) => this.#handleKey(event));
    this.#apply();
  }

  get zoom(): number {
    return this.#whole.width / this.#view.width;
  }

  get view(): Region {
    return this.#view;
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  reset(): void {
    this.#isFollowing = false;
    this.#view = this.#whole;
    this.#apply();
  }

  /** Lets the drawing choose again what is visible. */
  follow(): void {
    this.#isFollowing = true;
    this.#onChange(this);
  }

  /** Shows a region, unless the user has zoomed or panned. */
  show(region: Region): void {
    if (!this.#isFollowing || region === this.#view) return;
    this.#view = region;
    this.#apply();
  }

  /** Zooms by a factor around a point of the drawing; by default its visible centre. */
  zoomBy(factor: number, at = centreOf(this.#view)): void {
    this.#isFollowing = false;
    const zoom = Math.min(maxZoom, Math.max(minZoom, this.zoom * factor));
    const scale = this.zoom / zoom;
    const { x, y, width, height } = this.#view;
    this.#view = {
      x: at.x - (at.x - x) * scale,
      y: at.y - (at.y - y) * scale,
      width: width * scale,
      height: height * scale,
    };
    this.#apply();
  }

  #moveBy(x: number, y: number): void {
    this.#isFollowing = false;
    this.#view = { ...this.#view, x: this.#view.x + x, y: this.#view.y + y };
    this.#apply();
  }

  #apply(): void {
    const { x, y, width, height } = this.#view;
    this.#element.setAttribute('viewBox', [x, y, width, height].join(' '));
    this.#onChange(this);
  }

  #handleWheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    // A pinch on a touchpad arrives as a wheel with ctrl, and with small steps.
    const speed = event.ctrlKey ? 0.01 : 0.002;
    this.zoomBy(Math.exp(-event.deltaY * lines * speed), this.#pointAt(event));
  }

  #startDrag(down: PointerEvent): void {
    if (down.button !== 0) return;
    const element = this.#element;
    let last: { clientX: number; clientY: number } = down;
    let isDrag = false;
    const move = (event: PointerEvent) => {
      const distance = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
      if (!isDrag && distance < clickDistance) return;
      if (!isDrag) element.setPointerCapture(down.pointerId);
      isDrag = true;
      const [from, to] = [this.#pointAt(last), this.#pointAt(event)];
      last = event;
      this.#moveBy(from.x - to.x, from.y - to.y);
    };
    const end = () => {
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', end);
      element.removeEventListener('pointercancel', end);
      // The click that follows a drag must not select anything.
      if (isDrag) element.addEventListener('click', (event) => event.stopPropagation(), once);
    };
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', end);
    element.addEventListener('pointercancel', end);
  }

  #handleKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = this.#view.width / 10;
    const keys: Record<string, () => void> = {
      '+': () => this.zoomBy(1.25),
      '=': () => this.zoomBy(1.25),
      '-': () => this.zoomBy(0.8),
      '0': () => this.reset(),
      ArrowLeft: () => this.#moveBy(-step, 0),
      ArrowRight: () => this.#moveBy(step, 0),
      ArrowUp: () => this.#moveBy(0, -step),
      ArrowDown: () => this.#moveBy(0, step),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  }

  #pointAt({ clientX, clientY }: { clientX: number; clientY: number }): { x: number; y: number } {
    const matrix = this.#element.getScreenCTM();
    if (!matrix) return centreOf(this.#view);
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return { x, y };
  }
}

const once = { capture: true, once: true };

function centreOf({ x, y, width, height }: Region): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
