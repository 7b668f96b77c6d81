import { barePipe, goMessage } from '../support/barePipe.mjs';

const hooks = { PreToolUse: [{ matcher: null, hookCallbackIds: ['hook_0'] }] };

/** A bare pipe that runs one turn and answers its hooks. */
export function open(cli, { onMessage, onEnd }) {
  const { child, write } = barePipe(cli, onFrame);
  child.once('exit', (code) => onEnd(code === 0 ? undefined : new Error(`Exit code ${code}.`)));
  write({ type: 'control_request', request_id: 'i', request: { subtype: 'initialize', hooks } });
  write(goMessage);

  function onFrame(frame) {
    if (frame.type === 'control_request') {
      const response = { subtype: 'success', request_id: frame.request_id, response: {} };
      write({ type: 'control_response', response });
    } else if (frame.type !== 'control_response') {
      onMessage(frame);
      if (frame.type === 'result') child.stdin.end();
    }
  }
}
