import type { CanUseToolFields } from '../../codec/control.js';
import type { PermissionContext } from '../../options/callbackTypes.js';

/**
 * What a permission callback gets besides the tool and its input. As in the official SDK, some fields
 * are always there, if only as `undefined`, and others only if the CLI sent them.
 */
export function permissionContext(
  fields: CanUseToolFields,
  requestId: string,
  signal: AbortSignal,
): PermissionContext {
  return {
    signal,
    requestId,
    suggestions: fields.permission_suggestions,
    blockedPath: fields.blocked_path,
    decisionReason: fields.decision_reason,
    title: fields.title,
    displayName: fields.display_name,
    description: fields.description,
    defaultToNo: fields.default_to_no,
    suppressAlwaysAllowRule: fields.suppress_always_allow_rule,
    toolUseID: fields.tool_use_id ?? '',
    agentID: fields.agent_id,
    ...sent({
      decisionReasonType: fields.decision_reason_type,
      decisionReasonCode: fields.decision_reason_code,
      mcpServer: fields.mcp_server,
      matchedAskRule: matchedAskRule(fields),
      serverPolicyAskOnly: fields.server_policy_ask_only,
      // No type lists these, here or in the official SDK, but its callbacks get them.
      plugin: fields.plugin,
      requiresUserInteraction: fields.requires_user_interaction,
      serverPrompt: fields.server_prompt,
      computerFolder: fields.computer_folder,
    }),
  };
}

function matchedAskRule({
  matched_ask_rule: rule,
}: CanUseToolFields): PermissionContext['matchedAskRule'] {
  if (!rule) return undefined;
  const { source, tool_name: toolName, rule_content: ruleContent } = rule;
  return { source, toolName, ...sent({ ruleContent }) };
}

/** The fields that have a value. */
function sent<Fields extends object>(fields: Fields): Partial<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Fields>;
}
