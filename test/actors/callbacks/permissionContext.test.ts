import { expect, it } from '@jest/globals';
import { permissionContext } from '../../../src/actors/callbacks/permissionContext.js';

const { signal } = new AbortController();
const asked = { tool_name: 'Write', input: {}, tool_use_id: 'toolu_1' };

it('has the fields that the official SDK always sets, and no other', () => {
  const always = ['signal', 'requestId', 'suggestions', 'blockedPath', 'decisionReason', 'title'];
  const more = ['displayName', 'description', 'defaultToNo', 'suppressAlwaysAllowRule'];
  const names = [...always, ...more, 'toolUseID', 'agentID'];
  expect(Object.keys(permissionContext(asked, 'r', signal)).sort()).toEqual(names.sort());
});

it('has the other fields if the CLI sends them', () => {
  const sent = {
    ...asked,
    decision_reason_type: 'rule',
    decision_reason_code: 'code',
    matched_ask_rule: { source: 'userSettings', tool_name: 'Write' },
    server_policy_ask_only: false,
    plugin: 'a plugin',
    requires_user_interaction: true,
    server_prompt: 'May I?',
  };
  expect(permissionContext(sent, 'r', signal)).toMatchObject({
    decisionReasonType: 'rule',
    decisionReasonCode: 'code',
    matchedAskRule: { source: 'userSettings', toolName: 'Write' },
    serverPolicyAskOnly: false,
    plugin: 'a plugin',
    requiresUserInteraction: true,
    serverPrompt: 'May I?',
  });
});
