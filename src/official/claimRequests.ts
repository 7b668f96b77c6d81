import { isAbsolute, resolve, win32 } from 'node:path';
import { settingsRequest } from '../machines/spareChart.js';
import { invalidOption } from '../options/invalidOption.js';
import type { Options } from '../options/types.js';
import type { ClaimOptions } from './startEarly.js';

/** A control request, with the name of the option it applies; the claim itself has none. */
export interface ClaimRequest {
  option?: string;
  subtype: string;
  fields: Record<string, unknown>;
}

/** Hooks run as soon as a spare is claimed, so their settings must be there before. */
const hookSettings = [
  'hooks',
  'disableAllHooks',
  'allowManagedHooksOnly',
  'allowedHttpHookUrls',
  'httpHookAllowedEnvVars',
];

/** Settings that a claim resets, so they are applied after it. All others decide what it starts. */
const settingsAfterClaim = [
  'model',
  'agent',
  'fastMode',
  'permissions',
  'availableModels',
  'disableAutoMode',
];

/** What to send to bind a spare to a session, in this order. */
export function claimRequests(claim: ClaimOptions, spare: Options): ClaimRequest[] {
  const { settings, model, maxThinkingTokens } = claim;
  const given = Object.entries(settings ?? {}).filter(([, value]) => value !== undefined);
  const forbidden = given.map(([name]) => name).filter((name) => hookSettings.includes(name));
  if (forbidden.length > 0) {
    throw invalidOption(
      'settings',
      `of a claim cannot have ${forbidden.join(', ')}: hook settings belong to prewarm(). Nothing was sent; you can still claim this spare without them.`,
    );
  }
  const isLate = ([name]: [string, unknown]) => settingsAfterClaim.includes(name);
  const early = given.filter((one) => !isLate(one));
  const late = given.filter(isLate);
  const apply = (entries: [string, unknown][]): ClaimRequest[] =>
    entries.length === 0
      ? []
      : [
          {
            option: settingsRequest,
            subtype: 'apply_flag_settings',
            fields: { settings: Object.fromEntries(entries) },
          },
        ];
  return [
    ...apply(early),
    { subtype: 'claim_session', fields: claimFields(claim, spare) },
    ...(model === undefined ? [] : [{ option: 'model', subtype: 'set_model', fields: { model } }]),
    ...(maxThinkingTokens === undefined
      ? []
      : [
          {
            option: 'maxThinkingTokens',
            subtype: 'set_max_thinking_tokens',
            fields: { max_thinking_tokens: maxThinkingTokens },
          },
        ]),
    ...apply(late),
  ];
}

function claimFields(claim: ClaimOptions, { mcpServers = {} }: Options): Record<string, unknown> {
  const inProcess = Object.entries(mcpServers).filter(([, server]) => server.type === 'sdk');
  return {
    cwd: workingDirectory(claim.cwd),
    permission_mode: claim.permissionMode,
    env: claim.env,
    additional_directories: claim.additionalDirectories,
    append_system_prompt: claim.appendSystemPrompt,
    title: claim.title,
    agents: claim.agents,
    sdk_mcp_servers: inProcess.map(([name]) => name),
    include_initialize: true,
  };
}

/** The CLI waits in a folder of its own, so it cannot resolve a relative path. It expands `~`. */
function workingDirectory(cwd: unknown): string {
  if (typeof cwd !== 'string' || cwd.trim() === '') {
    throw invalidOption('cwd', 'of a claim is missing. Pass the folder that the session works in.');
  }
  const isGiven = isAbsolute(cwd) || win32.isAbsolute(cwd) || cwd === '~' || cwd.startsWith('~/');
  return isGiven ? cwd : resolve(cwd);
}
