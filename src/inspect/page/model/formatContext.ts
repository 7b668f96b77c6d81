/** A field of a context as text: a line for each part, indented by depth. */
export function formatContext(json: string): string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // It was too long to be sent whole.
    return json;
  }
  return linesOf(value).join('\n');
}

/** Lists that fit on one line stay on one. */
const shortList = 60;

function linesOf(value: unknown): string[] {
  if (Array.isArray(value)) {
    const inline = value.map(inlineText);
    const text = `[${inline.join(', ')}]`;
    if (text.length <= shortList && value.every((item) => !isObject(item))) return [text];
    return value.flatMap((item) => {
      const [first = '', ...rest] = linesOf(item);
      return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
    });
  }
  if (!isObject(value)) return [inlineText(value)];
  const entries = Object.entries(value);
  if (entries.length === 0) return ['{}'];
  return entries.flatMap(([key, item]) => {
    const lines = linesOf(item);
    if (lines.length === 1 && !isNested(item)) return [`${key}: ${lines[0]}`];
    return [`${key}:`, ...lines.map((line) => `  ${line}`)];
  });
}

/** Whether a value has parts of its own below it. */
function isNested(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isObject);
  return isObject(value) && Object.keys(value).length > 0;
}

function inlineText(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
