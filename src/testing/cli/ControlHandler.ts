import type { JsonObject } from '../../codec/jsonObject.js';
import type { Cli } from './cli.js';
import { applyMode, type Reply, respondTo, type TurnControl } from './controlResponses.js';
import { initializeAnswer } from './initFrames.js';
import { knownServers } from './readArgv.js';
import { watchSettings } from './sessionHooks.js';
import { resolveModel } from './traits.js';

/** 2.1.325 answers these before an earlier `set_model`. */
const quick = new Set(['set_permission_mode', 'set_max_thinking_tokens']);
const serverChanges = new Set(['mcp_reconnect', 'mcp_set_servers', 'mcp_toggle']);

const isText = (value: unknown) => typeof value === 'string';

/** Handles the host's control requests. */
export class ControlHandler {
  readonly #cli: Cli;
  readonly #turnControl: TurnControl;
  readonly #postponed: (() => void)[] = [];
  #isInitialized = false;

  constructor(cli: Cli, turnControl: TurnControl) {
    this.#cli = cli;
    this.#turnControl = turnControl;
  }

  receive(id: string, request: JsonObject): void {
    const subtype = String(request.subtype);
    if (!quick.has(subtype)) this.#answerPostponed();
    if (subtype === 'initialize') {
      this.#initialize(id, request);
    } else if (subtype === 'set_model' && this.#hasModelSwitchHooks) {
      this.#switchModel(id, request).catch(() => {});
    } else if (subtype === 'set_model' && this.#cli.traits.recent) {
      this.#postponed.push(() => this.#answer(id, subtype, request));
      queueMicrotask(() => this.#answerPostponed());
    } else if (serverChanges.has(subtype)) {
      this.#changeServers(id, subtype, request).catch(() => {});
    } else {
      this.#answer(id, subtype, request);
    }
  }

  get #hasModelSwitchHooks(): boolean {
    const { traits, hooks } = this.#cli;
    return traits.recent && (hooks.has('PreModelSwitch') || hooks.has('PostModelSwitch'));
  }

  async #switchModel(id: string, request: JsonObject): Promise<void> {
    const { hooks, settings, traits, meter } = this.#cli;
    const fields = {
      from_model: settings.model,
      to_model: resolveModel(traits, String(request.model ?? 'default')),
      requested_model: request.model ?? null,
      source: 'sdk',
      context_tokens: meter.inputTokens,
      prompt_cache_warm: true,
      cache_ttl: '5m',
      estimated_cache_write_usd: 0.0001,
      pricing: 'catalog',
    };
    await hooks.notify('PreModelSwitch', fields);
    this.#answer(id, 'set_model', request);
    await hooks.notify('PostModelSwitch', fields);
  }

  #answerPostponed(): void {
    for (const answer of this.#postponed.splice(0)) answer();
  }

  #answer(id: string, subtype: string, request: JsonObject): void {
    const reply = respondTo(this.#cli, subtype, request, this.#turnControl);
    this.#reply(id, reply);
    const isAgreed = subtype === 'set_permission_mode' && 'response' in reply;
    if (isAgreed) applyMode(this.#cli, String(request.mode));
  }

  #reply(id: string, reply: Reply): void {
    const response =
      'error' in reply
        ? {
            subtype: 'error',
            request_id: id,
            error: reply.error,
            ...(this.#cli.traits.recent && reply.code && { error_code: reply.code }),
          }
        : { subtype: 'success', request_id: id, ...reply };
    this.#cli.output.frame({ type: 'control_response', response });
  }

  #initialize(id: string, request: JsonObject): void {
    const { mcp, hooks, traits, scenario, settings } = this.#cli;
    const { initializeError, initializeSilence } = scenario.faults ?? {};
    if (initializeSilence) return;
    if (initializeError !== undefined) {
      this.#reply(id, { error: initializeError });
      return;
    }
    const hasHooks = hooks.register(request.hooks);
    if (scenario.tools === 'real') watchSettings(this.#cli);
    if (request.jsonSchema) settings.hasSchema = true;
    if (request.agents) settings.agents = request.agents as typeof settings.agents;
    settings.systemPrompt = [
      ...settings.systemPrompt,
      ...[request.systemPrompt, request.appendSystemPrompt].flat().filter(isText),
    ];
    for (const name of (request.sdkMcpServers ?? []) as string[]) mcp.add(name);
    if (!traits.recent || mcp.names().length === 0) {
      this.#initialized(id, hasHooks);
      return;
    }
    const greeted = mcp.initialize().then(() => this.#initialized(id, hasHooks));
    mcp.trackConnecting(greeted.then(() => mcp.connect()));
  }

  #initialized(id: string, hasHooks: boolean): void {
    const { traits, state, output } = this.#cli;
    const response = initializeAnswer(this.#cli, state.current, hasHooks);
    const pending = (traits.recent || this.#isInitialized) && {
      pending_permission_requests: [],
      pending_user_dialog_requests: [],
    };
    output.frame({
      type: 'control_response',
      response: { subtype: 'success', request_id: id, response, ...pending },
    });
    if (this.#isInitialized && traits.recent) {
      output.message({ type: 'system', subtype: 'background_tasks_changed', tasks: [] });
    }
    const isFirst = !this.#isInitialized;
    this.#isInitialized = true;
    if (isFirst) this.#turnControl.continueDeferred();
  }

  /** Handles requests about MCP servers. The CLI may have to talk to the host for them. */
  async #changeServers(id: string, subtype: string, request: JsonObject): Promise<void> {
    const { mcp, traits } = this.#cli;
    if (subtype === 'mcp_set_servers') {
      const servers = knownServers((request.servers ?? {}) as JsonObject);
      this.#reply(id, { response: mcp.replace(servers) });
      mcp.trackConnecting(mcp.connect());
      return;
    }
    const name = String(request.serverName);
    const server = mcp.get(name);
    if (!server) {
      this.#reply(id, { error: `Server not found: ${name}` });
    } else if (subtype === 'mcp_toggle' && request.enabled !== true) {
      mcp.disable(server);
      this.#reply(id, { response: undefined });
    } else if (server.config.type === 'stdio' || (subtype === 'mcp_toggle' && traits.recent)) {
      await mcp.restart(server);
      this.#reply(id, { response: undefined });
    } else {
      // The text of the real CLI for servers that live in the host.
      this.#reply(id, { error: 'SDK servers should be handled in print.ts' });
    }
  }
}
