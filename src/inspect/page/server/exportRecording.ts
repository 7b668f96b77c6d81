import type { Row } from '../model/rows.js';
import type { SystemLog } from '../model/SystemLog.js';

/**
 * The traffic of one session or query as a recording that `claude-actors replay` and
 * `claude-actors inspect` can read. Undefined if the actor has no CLI process. Frames that are no
 * longer in the log are missing.
 */
export function exportRecording({ rows, head }: SystemLog, actor: string): string | undefined {
  const cli = head.actors[actor]?.cli;
  if (!cli) return undefined;
  const own = rows.filter((row) => 'id' in row && row.id === actor);
  const stderr = own.flatMap((row) => (row.kind === 'stderr' ? (row.text ?? '') : [])).join('');
  const problem = own.findLast((row) => row.kind === 'problem' && row.level === 'error');
  const { code, message } = problem?.kind === 'problem' ? problem : {};
  const ending = { stderr, ...(code !== undefined && { error: { code, message } }) };
  const at = own[0]?.at;
  // The CLI may exit before its last output has been read, but nothing follows an exit.
  const exit = own.findLast((row) => row.kind === 'exited');
  const lines = [...own.filter((row) => row !== exit), ...(exit ? [exit] : [])];
  const start = { dir: 'argv', args: cli.args, ...(at !== undefined && { at }) };
  const texts = lines.flatMap((row) => recordingLine(row, ending));
  return [JSON.stringify(start), ...texts, ''].join('\n');
}

function recordingLine(row: Row, ending: object): string[] {
  const { at } = row;
  switch (row.kind) {
    case 'frame': {
      // A frame that was not kept has no text. The text of others is JSON already.
      if (row.text === undefined) return [];
      if (row.type === 'prompt') {
        const { text } = JSON.parse(row.text) as { text?: unknown };
        return [JSON.stringify({ dir: row.dir, text: String(text), at })];
      }
      return [`{"dir":"${row.dir}","message":${row.text},"at":${at}}`];
    }
    case 'eof':
      return [JSON.stringify({ dir: 'in', eof: true, at })];
    case 'exited':
      return [JSON.stringify({ dir: 'exit', code: row.code, signal: row.signal, ...ending, at })];
    default:
      return [];
  }
}
