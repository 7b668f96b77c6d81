import type { JsonObject } from '../../../codec/jsonObject.js';
import type { Cli } from '../cli.js';

/** Passes a question of a server on to the user: to hooks, to the host, and to hooks again. */
export async function elicit(cli: Cli, server: string, params: JsonObject): Promise<JsonObject> {
  const { hooks, hostRequests, state, lifetime } = cli;
  const mode = String(params.mode ?? 'form');
  const asked = {
    mcp_server_name: server,
    message: params.message,
    mode,
    ...(params.requestedSchema !== undefined && { requested_schema: params.requestedSchema }),
  };
  await hooks.notify('Elicitation', asked);
  const before = state.current;
  state.change('requires_action');
  const answer = await hostRequests.send(
    { subtype: 'elicitation', ...asked },
    { signal: lifetime },
  );
  state.change(before);
  const given = answer.kind === 'success' ? answer.response : { action: 'cancel' };
  const { action = 'cancel', content } = given;
  const result = { action, ...(content !== undefined && { content }) };
  await hooks.notify('ElicitationResult', { mcp_server_name: server, mode, ...result });
  await hooks.notify('Notification', {
    message: `Elicitation response for server "${server}": ${action}`,
    notification_type: 'elicitation_response',
  });
  return result;
}
