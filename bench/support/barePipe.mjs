import { spawn } from 'node:child_process';

/** A CLI behind a bare pipe: spawn, split at newlines, JSON.parse, nothing else. */
export function barePipe({ cli, env }, onFrame) {
  const child = spawn(process.execPath, [cli], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let rest = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) onFrame(JSON.parse(line));
  });
  return { child, write: (frame) => child.stdin.write(`${JSON.stringify(frame)}\n`) };
}

/** The user message that makes the fake CLI start its turn. */
export const goMessage = {
  type: 'user',
  message: { role: 'user', content: 'Go' },
  parent_tool_use_id: null,
};
