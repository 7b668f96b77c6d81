import type { Row } from '../model/rows.js';
import type { SystemLog } from '../model/SystemLog.js';

/**
 * The traffic of one session or query as a recording that `claude-actors replay` can read. Undefined
 * if the actor has no CLI process. Frames that are no longer in the log are missing.
 */
export function exportRecording({ rows, head }: SystemLog, actor: string): string | undefined {
  const cli = head.actors[actor]?.cli;
  if (!cli) return undefined;
  const lines = rows.flatMap((row) => ('id' in row && row.id === actor ? recordingLine(row) : []));
  return [JSON.stringify({ dir: 'argv', args: cli.args }), ...lines, ''].join('\n');
}

function recordingLine(row: Row): string[] {
  switch (row.kind) {
    case 'frame':
      // A frame that was cut has no text. The text of others is JSON already.
      return row.text === undefined ? [] : [`{"dir":"${row.dir}","message":${row.text}}`];
    case 'eof':
      return [JSON.stringify({ dir: 'in', eof: true })];
    case 'exited':
      return [JSON.stringify({ dir: 'exit', code: row.code, signal: row.signal, stderr: '' })];
    default:
      return [];
  }
}
