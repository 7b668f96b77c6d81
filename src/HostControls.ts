import type { OperationSettings } from './actors/operations.js';
import type { InitializeResponse } from './codec/requestsToCli.js';
import type { UsageAnswer } from './codec/usageAnswer.js';
import { McpControls } from './McpControls.js';

/** The CLI's answer to a side question. */
interface SideAnswer {
  response?: string | null;
  synthetic?: boolean;
}

/** The control requests that editors and other hosts of the CLI send. */
export abstract class HostControls extends McpControls {
  /** The `initialize` request that the CLI was started with, as JSON. */
  protected abstract readonly initializeBody: string;

  /**
   * Completes the handshake again. The CLI registers the hooks again, and its answer says which
   * permission requests are still open.
   *
   * @param settings - A timeout and a signal for this call.
   * @returns The CLI's new answer to the handshake.
   */
  async reinitialize(settings?: OperationSettings): Promise<InitializeResponse> {
    return this.ask('initialize', JSON.parse(this.initializeBody), settings);
  }

  /**
   * Asks the model for a title of the conversation.
   *
   * @param description - What the conversation is about, such as its first message.
   * @param options - With `persist`, the CLI stores the title.
   * @returns Null if there is no title.
   */
  async generateSessionTitle(
    description: string,
    { persist, ...settings }: OperationSettings & { persist?: boolean } = {},
  ): Promise<string | null> {
    const { title } = await this.ask('generate_session_title', { description, persist }, settings);
    return title;
  }

  /**
   * Renames a conversation.
   *
   * @param title - The new title.
   * @param sessionId - The conversation; this one if you leave it out.
   * @param settings - A timeout and a signal for this call.
   */
  async renameSession(
    title: string,
    sessionId?: string,
    settings?: OperationSettings,
  ): Promise<void> {
    await this.ask('rename_session', { title, source: 'host', session_id: sessionId }, settings);
  }

  /**
   * Turns remote control of this session on or off.
   *
   * @param enabled - Whether it should be on.
   * @param name - What the session is called in the list of remote sessions.
   * @param options - A session to attach to again, and whether it outlives the CLI.
   * @returns What the CLI says about the connection.
   */
  async enableRemoteControl(
    enabled: boolean,
    name?: string,
    {
      reattachSessionId,
      keepSessionOnExit,
      ...settings
    }: OperationSettings & { reattachSessionId?: string; keepSessionOnExit?: boolean } = {},
  ): Promise<Record<string, unknown>> {
    const fields = {
      enabled,
      name,
      reattach_session_id: reattachSessionId,
      keep_session_on_exit: keepSessionOnExit,
    };
    return this.ask('remote_control', fields, settings);
  }

  /**
   * Starts the login to an MCP server.
   *
   * @param serverName - The name it is configured under.
   * @param redirectUri - Where the browser goes after the login.
   * @param options - With `redirectUriOnly`, the CLI does not listen for the browser itself.
   * @returns What to open in the browser, if anything.
   */
  async mcpAuthenticate(
    serverName: string,
    redirectUri?: string,
    { redirectUriOnly, ...settings }: OperationSettings & { redirectUriOnly?: boolean } = {},
  ): Promise<Record<string, unknown>> {
    return this.ask('mcp_authenticate', { serverName, redirectUri, redirectUriOnly }, settings);
  }

  /**
   * Answers a question beside the conversation, which does not become part of it.
   *
   * @param question - What to ask.
   * @param options - Earlier questions and answers of that kind, as `history`.
   * @returns Null if there is no answer.
   */
  async askSideQuestion(
    question: string,
    { history, ...settings }: OperationSettings & { history?: readonly object[] } = {},
  ): Promise<{ response: string; synthetic: boolean } | null> {
    const fields = { question, ...(history?.length && { history }) };
    const answer = await this.request('side_question', fields, settings);
    const { response = null, synthetic = false } = answer as SideAnswer;
    return response === null ? null : { response, synthetic };
  }

  /**
   * Takes back a message that waits for its turn.
   *
   * @param uuid - The uuid of the message.
   * @param settings - A timeout and a signal for this call.
   * @returns Whether it was taken back; false if the CLI has started it, or does not know it.
   */
  async cancelAsyncMessage(uuid: string, settings?: OperationSettings): Promise<boolean> {
    const answer = await this.request('cancel_async_message', { message_uuid: uuid }, settings);
    return (answer as { cancelled?: boolean }).cancelled === true;
  }

  /**
   * Reads the settings that are in force, and where each comes from.
   *
   * @param settings - A timeout and a signal for this call.
   */
  async getSettings(settings?: OperationSettings): Promise<Record<string, unknown>> {
    return (await this.request('get_settings', {}, settings)) as Record<string, unknown>;
  }

  /**
   * Reports what the session has cost so far and, for a subscription, how much of its limits is
   * used. This may change with any version of the CLI.
   *
   * @param options - With `skipBehaviors`, the CLI does not look into the transcripts.
   */
  async usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET({
    skipBehaviors,
    ...settings
  }: OperationSettings & { skipBehaviors?: boolean } = {}): Promise<UsageAnswer> {
    return this.ask('get_usage', { ...(skipBehaviors && { skip_behaviors: true }) }, settings);
  }
}
