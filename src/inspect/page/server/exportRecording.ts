import type { Row } from '../model/rows.js';
import type { SystemLog } from '../model/SystemLog.js';

/**
 * What went over the wire of one session or query, as `claude-actors replay` reads it. Undefined
 * where the actor has no wire. Frames that are not kept any more are missing.
 */
export function recordingOf({ rows, head }: SystemLog, actor: string): string | undefined {
  const wire = head.actors[actor]?.wire;
  if (!wire) return undefined;
  const lines = rows.flatMap((row) => ('id' in row && row.id === actor ? lineOf(row) : []));
  return [JSON.stringify({ dir: 'argv', args: wire.args }), ...lines, ''].join('\n');
}

function lineOf(row: Row): string[] {
  switch (row.kind) {
    case 'frame':
      // Cut frames have no text, and JSON is put in as it is.
      return row.text === undefined ? [] : [`{"dir":"${row.dir}","message":${row.text}}`];
    case 'eof':
      return [JSON.stringify({ dir: 'in', eof: true })];
    case 'exited':
      return [JSON.stringify({ dir: 'exit', code: row.code, signal: row.signal, stderr: '' })];
    default:
      return [];
  }
}
