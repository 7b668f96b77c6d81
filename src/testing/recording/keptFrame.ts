import { isObject } from '../../codec/jsonObject.js';
import { redact } from '../../ffi/environment/secrets.js';
import type { Command } from '../../ffi/process/port.js';
import type { Json } from './Recording.js';

/** A frame as a recording keeps it, without secrets; undefined where the line is none. */
export function keptFrame(line: string, env: Command['env']): Json | undefined {
  try {
    const message: unknown = JSON.parse(redact(line, { env }));
    return isObject(message) && typeof message.type === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}
