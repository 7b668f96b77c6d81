/** What replaces a hidden text. */
export const hiddenText = '[hidden]';

export type JsonFields = Readonly<Record<string, unknown>>;

/** The object in a text or value; an empty one if there is none. */
export function objectOf(value: unknown): JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonFields)
    : {};
}

export function parseObject(text: string | undefined): JsonFields {
  try {
    return objectOf(JSON.parse(text ?? ''));
  } catch {
    return {};
  }
}

export function listOf(value: unknown): JsonFields[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A text, unless it is absent or hidden. */
export function shownText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== hiddenText ? value : undefined;
}

export function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The text of a message or a tool result: a string, or the texts in its blocks. */
export function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return shownText(content);
  const texts = listOf(content).flatMap(({ type, text }) => {
    if (type === 'text') return shownText(text) ?? [];
    return typeof type === 'string' ? `[${type}]` : [];
  });
  return texts.length > 0 ? texts.join('\n') : undefined;
}
