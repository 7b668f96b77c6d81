type Child = Node | string | undefined | false;

interface Properties {
  class?: string;
  text?: string;
  on?: Readonly<Record<string, (event: Event) => void>>;
  [attribute: string]: unknown;
}

const svgNamespace = 'http://www.w3.org/2000/svg';

/** Creates an HTML element with attributes, listeners and children. Text is never parsed as HTML. */
export function html<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  return fill(document.createElement(name), properties, children);
}

export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: Child[]
): SVGElementTagNameMap[Name] {
  return fill(document.createElementNS(svgNamespace, name), properties, children);
}

function fill<Target extends Element>(
  target: Target,
  { text, on = {}, ...attributes }: Properties,
  children: readonly Child[],
): Target {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) target.setAttribute(name, String(value));
  }
  for (const [type, listener] of Object.entries(on)) target.addEventListener(type, listener);
  if (text !== undefined) target.textContent = text;
  for (const child of children) if (child) target.append(child);
  return target;
}

/** The element with this id. Throws if the page has none. */
export function byId<Type extends Element = HTMLElement>(id: string): Type {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element with the id ${id}.`);
  return found as unknown as Type;
}

/** Sets a text only if it differs, because a screen reader announces every change. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}
