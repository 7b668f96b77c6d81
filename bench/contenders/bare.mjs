import { spawn } from 'node:child_process';

const hooks = { PreToolUse: [{ matcher: null, hookCallbackIds: ['hook_0'] }] };

/** A bare pipe: spawn, split at newlines, JSON.parse, nothing else. */
export function open({ cli, env }, { onMessage, onEnd }) {
  const child = spawn(process.execPath, [cli], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const write = (frame) => child.stdin.write(`${JSON.stringify(frame)}\n`);
  let rest = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) take(JSON.parse(line));
  });
  child.once('exit', (code) => onEnd(code === 0 ? undefined : new Error(`Exit code ${code}.`)));
  write({ type: 'control_request', request_id: 'i', request: { subtype: 'initialize', hooks } });
  write({ type: 'user', message: { role: 'user', content: 'Go' }, parent_tool_use_id: null });

  function take(frame) {
    if (frame.type === 'control_request') {
      const response = { subtype: 'success', request_id: frame.request_id, response: {} };
      write({ type: 'control_response', response });
    } else if (frame.type !== 'control_response') {
      onMessage(frame);
      if (frame.type === 'result') child.stdin.end();
    }
  }
}
