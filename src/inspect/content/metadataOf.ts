import { isObject } from '../../codec/jsonObject.js';
import { rowLimits } from '../../defaults/inspectorDefaults.js';
import type { Metadata } from '../page/model/rows.js';

/** Fields of this library's own events and contexts that identify something and hold no content. */
const metadataFields = new Set([
  ...['id', 'key', 'uuid', 'requestId', 'subtype', 'kind', 'label', 'state', 'taskType'],
  ...['hookEvent', 'toolName', 'timeoutMs', 'pid', 'signal', 'working', 'code', 'openTools'],
  'actorId',
]);

/** Whether a field with this name holds no content in this library's own events and contexts. */
export function isMetadataField(name: string): boolean {
  return metadataFields.has(name);
}

const { maxMetadataLength } = rowLimits;

/** What may be shown of an event or a context even if content is hidden. */
export function metadataOf(object: object): Metadata | undefined {
  const source = object as Record<string, unknown>;
  const metadata: Record<string, string | number | boolean> = {};
  for (const name of metadataFields) {
    const value = source[name];
    if (typeof value === 'string') metadata[name] = value.slice(0, maxMetadataLength);
    else if (typeof value === 'number' || typeof value === 'boolean') metadata[name] = value;
  }
  if (Array.isArray(source.frames)) metadata.frames = source.frames.length;
  Object.assign(metadata, lineMetadata(source));
  return Object.keys(metadata).length > 0 ? metadata : undefined;
}

/** A line on its way to the CLI: a message, a request, or the answer to one. */
function lineMetadata({ line, lines }: Record<string, unknown>): Record<string, string> {
  const [first] = Array.isArray(lines) ? lines : [{ line }];
  const written = isObject(first) ? first.line : undefined;
  if (!isObject(written) || typeof written.kind !== 'string') return {};
  const { kind, id } = written;
  return {
    writes: kind,
    ...(typeof id === 'string' && { requestId: id.slice(0, maxMetadataLength) }),
  };
}
