import { type McpBridge, replaceServers } from './actors/mcp/McpBridge.js';
import type { OperationSettings } from './actors/operations.js';
import type {
  McpResource,
  McpServerStatus,
  McpSetServersResult,
  RequestsToCli,
  ToCliSubtype,
} from './codec/requestsToCli.js';
import type { McpServerConfig } from './options/mcpTypes.js';

/** The control requests about MCP servers. Subclasses decide how a request is sent. */
export abstract class McpControls {
  /**
   * Sends any control request by its name on the wire. Use it for requests that have no method
   * here: new CLIs add some in most weeks.
   *
   * @param subtype - The name of the request, such as `set_model`.
   * @param fields - The fields of the request.
   * @param settings - A timeout and a signal for this call.
   */
  abstract request(
    subtype: string,
    fields?: object,
    settings?: OperationSettings,
  ): Promise<unknown>;

  /** The MCP servers that run in this program. */
  protected abstract readonly bridge: McpBridge;

  /**
   * Replaces the MCP servers that run in this program and those that earlier calls added. Servers
   * from settings files stay.
   *
   * @param servers - The servers, by name.
   * @param settings - A timeout and a signal for this call.
   */
  async setMcpServers(
    servers: Readonly<Record<string, McpServerConfig>>,
    settings?: OperationSettings,
  ): Promise<McpSetServersResult> {
    const request = (subtype: string, fields: object) => this.request(subtype, fields, settings);
    return replaceServers(this.bridge, servers, request);
  }

  /**
   * Lists the MCP servers and whether they are connected.
   *
   * @param settings - A timeout and a signal for this call.
   */
  async mcpServerStatus(settings?: OperationSettings): Promise<McpServerStatus[]> {
    const { mcpServers } = await this.ask('mcp_status', {}, settings);
    return mcpServers;
  }

  /**
   * Connects to an MCP server again.
   *
   * @param serverName - The name it is configured under.
   * @param settings - A timeout and a signal for this call.
   */
  async reconnectMcpServer(serverName: string, settings?: OperationSettings): Promise<void> {
    await this.ask('mcp_reconnect', { serverName }, settings);
  }

  /**
   * Turns an MCP server on or off.
   *
   * @param serverName - The name it is configured under.
   * @param enabled - Whether it should be on.
   * @param settings - A timeout and a signal for this call.
   */
  async toggleMcpServer(
    serverName: string,
    enabled: boolean,
    settings?: OperationSettings,
  ): Promise<void> {
    await this.ask('mcp_toggle', { serverName, enabled }, settings);
  }

  /**
   * Tightens the permissions of one MCP server. It can only make the CLI ask more often, never
   * less.
   *
   * @param serverName - The name it is configured under.
   * @param mode - `default` asks for each call, `auto` lets the classifier decide, null removes the
   * override.
   * @param settings - A timeout and a signal for this call.
   * @returns A `warning` if no such server is known yet.
   */
  async setMcpPermissionModeOverride(
    serverName: string,
    mode: 'default' | 'auto' | null,
    settings?: OperationSettings,
  ): Promise<{ warning?: string }> {
    return this.ask('set_mcp_permission_mode_override', { serverName, mode }, settings);
  }

  /**
   * Reads a resource of an MCP server.
   *
   * @param serverName - The name it is configured under.
   * @param uri - The URI of the resource.
   * @param settings - A timeout and a signal for this call.
   */
  async readMcpResource(
    serverName: string,
    uri: string,
    settings?: OperationSettings,
  ): Promise<McpResource> {
    return this.ask('mcp_read_resource', { serverName, uri }, settings);
  }

  /** `request` with the types of a known control request. */
  protected ask<Subtype extends ToCliSubtype>(
    subtype: Subtype,
    fields: RequestsToCli[Subtype]['request'],
    settings?: OperationSettings,
  ): Promise<RequestsToCli[Subtype]['response']> {
    return this.request(subtype, fields, settings);
  }
}
