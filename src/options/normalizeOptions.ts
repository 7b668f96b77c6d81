import {
  allowsBypass,
  bypassInSettings,
  bypassRequest,
  forbidBypass,
  refuseBypass,
} from './checks/bypassChecks.js';
import { checkHookEvents } from './hookEvents.js';
import { invalidOption } from './invalidOption.js';
import type { Warning } from './runtimeTypes.js';
import { withSandbox } from './sandboxSettings.js';
import type { OptionName, Options } from './types.js';

export interface OptionWarning extends Warning {
  code:
    | 'OptionIgnored'
    | 'OptionConverted'
    | 'UnknownOption'
    | 'EmptyPrompt'
    | 'PermissionsBypassed'
    | 'PermissionCallbackShadowed';
}

export interface NormalizedOptions {
  options: Options;
  warnings: OptionWarning[];
}

/**
 * Resolves conflicts between options, and applies the options that change others: `skills` adds
 * permission rules, `sandbox` becomes part of `settings`, and so does what forbids
 * `bypassPermissions` unless the program allows it. Throws `InvalidOption` for a combination
 * that cannot work.
 */
export function normalizeOptions(given: Options): NormalizedOptions {
  const options = { ...given };
  const warnings: OptionWarning[] = [];
  assertCompatible(options);

  const ignore = (option: OptionName, winner: OptionName, remedy: string) => {
    delete options[option];
    warnings.push({
      code: 'OptionIgnored',
      message: `Option \`${option}\` is ignored because \`${winner}\` is set. ${remedy}`,
      context: { option, winner },
    });
  };
  if (options.resume && options.continue) ignore('continue', 'resume', 'Set only one of them.');
  if (options.systemPrompt !== undefined && options.appendSystemPrompt !== undefined) {
    ignore(
      'appendSystemPrompt',
      'systemPrompt',
      "Put the text into `systemPrompt`, or use { type: 'preset', preset: 'claude_code', append }.",
    );
  }
  if (options.thinking && options.maxThinkingTokens !== undefined) {
    ignore('maxThinkingTokens', 'thinking', 'Set only one of them.');
  }

  const shadow = optionThatShadowsCanUseTool(options);
  if (shadow) {
    warnings.push({
      code: 'PermissionCallbackShadowed',
      message: `\`canUseTool\` will not be called, because \`${shadow}\` decides about tools. Remove one of the two.`,
      context: { option: 'canUseTool', winner: shadow },
    });
    // The other options can change while the session runs; a named tool cannot.
    if (shadow === 'permissionPromptToolName') delete options.canUseTool;
  }

  // The default is an empty prompt, as in the official SDK.
  if (options.appendSystemPrompt === undefined) options.systemPrompt ??= '';
  if (options.skills) options.allowedTools = withSkills(options.allowedTools, options.skills);
  if (options.sandbox) options.settings = withSandbox(options.settings, options.sandbox);
  if (!allowsBypass(options)) options.settings = forbidBypass(options.settings);
  return { options, warnings };
}

function optionThatShadowsCanUseTool(options: Options): OptionName | undefined {
  if (!options.canUseTool) return undefined;
  const { permissionPromptToolName: tool } = options;
  // `stdio` is the CLI's name for `canUseTool` itself.
  if (tool && tool !== 'stdio') return 'permissionPromptToolName';
  if (options.permissionMode === 'bypassPermissions') return 'permissionMode';
  if (!options.permissionMode && bypassInSettings({ settings: options.settings }))
    return 'settings';
  return options.permissionPrompts === 'none' ? 'permissionPrompts' : undefined;
}

function assertCompatible(options: Options): void {
  const bypass = bypassRequest(options);
  if (bypass && !allowsBypass(options)) refuseBypass(bypass);
  checkHookEvents(options);
  if (options.fallbackModel && options.fallbackModel === options.model) {
    throw invalidOption('fallbackModel', 'is the same as `model`. Name another model.');
  }
  if (options.sessionId && (options.resume || options.continue) && !options.forkSession) {
    throw invalidOption(
      'sessionId',
      'cannot be combined with `resume` or `continue`. Add `forkSession: true`, or remove it.',
    );
  }
  if (options.sessionStore && options.persistSession === false) {
    throw invalidOption(
      'sessionStore',
      'copies the transcript on disk, and `persistSession: false` writes none. Remove one of the two.',
    );
  }
  if (options.sessionStore && options.enableFileCheckpointing) {
    throw invalidOption(
      'sessionStore',
      'does not store file checkpoints, so a resumed session could not rewind files. Remove `enableFileCheckpointing`.',
    );
  }
  if (options.sessionStore && options.continue && !options.resume) {
    if (!options.sessionStore.listSessions) {
      throw invalidOption(
        'continue',
        'needs a `sessionStore` with a `listSessions` method to find the latest conversation. Add the method, or name the conversation with `resume`.',
      );
    }
  }
  if (options.supportedDialogKinds?.length && !options.onUserDialog) {
    throw invalidOption('supportedDialogKinds', 'needs `onUserDialog`, which shows the dialogs.');
  }
}

function withSkills(
  allowedTools: readonly string[] = [],
  skills: NonNullable<Options['skills']>,
): string[] {
  const rules = skills === 'all' ? ['Skill'] : skills.map(skillRule);
  return [...new Set([...allowedTools, ...rules])];
}

/** What would make a rule of the name that never matches, matches more, or is several rules. */
const notInSkillNames = /^$|^[\s/]|\s$|[(),\p{Cc}\p{Cs}]|\\\\|\\$|^\*$|[: ]\*$/u;

function skillRule(skill: string): string {
  if (!notInSkillNames.test(skill)) return `Skill(${skill})`;
  throw invalidOption(
    'skills',
    `contains ${JSON.stringify(skill)}, which is not a skill name. Remove it.`,
  );
}
