import type { Cli } from '../Cli.js';
import type { Frame } from '../Output.js';

/** A server asks the user something: hooks first, then the host, then hooks again. */
export async function elicit(cli: Cli, server: string, params: Frame): Promise<Frame> {
  const { hooks, asker, state, life } = cli;
  const mode = String(params.mode ?? 'form');
  const asked = {
    mcp_server_name: server,
    message: params.message,
    mode,
    ...(params.requestedSchema !== undefined && { requested_schema: params.requestedSchema }),
  };
  await hooks.tell('Elicitation', asked);
  const before = state.is;
  state.become('requires_action');
  const answer = await asker.ask({ subtype: 'elicitation', ...asked }, { signal: life });
  state.become(before);
  const given = answer.kind === 'success' ? answer.response : { action: 'cancel' };
  const { action = 'cancel', content } = given;
  const result = { action, ...(content !== undefined && { content }) };
  await hooks.tell('ElicitationResult', { mcp_server_name: server, mode, ...result });
  await hooks.tell('Notification', {
    message: `Elicitation response for server "${server}": ${action}`,
    notification_type: 'elicitation_response',
  });
  return result;
}
