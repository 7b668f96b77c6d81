import { bypassInSettings } from './bypassInSettings.js';
import { invalidOption } from './invalidOption.js';
import type { Warning } from './runtimeTypes.js';
import { withSandbox } from './sandboxSettings.js';
import type { OptionName, Options } from './types.js';

export interface OptionWarning extends Warning {
  code: 'OptionIgnored' | 'PermissionCallbackShadowed';
}

export interface SettledOptions {
  options: Options;
  warnings: OptionWarning[];
}

/** Decides between options that cannot both hold, and works out those that change others. */
export function settleOptions(given: Options): SettledOptions {
  const options = { ...given };
  const warnings: OptionWarning[] = [];
  assertConsistent(options);

  const ignore = (option: OptionName, winner: OptionName, remedy: string) => {
    delete options[option];
    warnings.push({
      code: 'OptionIgnored',
      message: `Option '${option}' is ignored because '${winner}' is set. ${remedy}`,
      context: { option, winner },
    });
  };
  if (options.resume && options.continue) ignore('continue', 'resume', 'Set only one of them.');
  if (options.systemPrompt !== undefined && options.appendSystemPrompt !== undefined) {
    ignore(
      'appendSystemPrompt',
      'systemPrompt',
      "Put the text into systemPrompt, or into the append of { type: 'preset' }.",
    );
  }
  if (options.thinking && options.maxThinkingTokens !== undefined) {
    ignore('maxThinkingTokens', 'thinking', 'Set only one of them.');
  }

  const shadow = shadowOf(options);
  if (shadow) {
    warnings.push({
      code: 'PermissionCallbackShadowed',
      message: `canUseTool will not be asked, because of '${shadow}'. Remove one of the two.`,
      context: { option: 'canUseTool', winner: shadow },
    });
    // The others can be changed while the session runs; a named tool stays.
    if (shadow === 'permissionPromptToolName') delete options.canUseTool;
  }

  // No prompt of its own means an empty one, as in the official SDK.
  if (options.appendSystemPrompt === undefined) options.systemPrompt ??= '';
  if (options.skills) options.allowedTools = withSkills(options.allowedTools, options.skills);
  if (options.sandbox) options.settings = withSandbox(options.settings, options.sandbox);
  return { options, warnings };
}

function shadowOf(options: Options): OptionName | undefined {
  if (!options.canUseTool) return undefined;
  const { permissionPromptToolName: tool } = options;
  // `stdio` is the name by which the CLI calls this very callback.
  if (tool && tool !== 'stdio') return 'permissionPromptToolName';
  if (options.permissionMode === 'bypassPermissions') return 'permissionMode';
  if (!options.permissionMode && bypassInSettings({ settings: options.settings }))
    return 'settings';
  return options.permissionPrompts === 'none' ? 'permissionPrompts' : undefined;
}

function assertConsistent(options: Options): void {
  const bypass =
    options.permissionMode === 'bypassPermissions' ? 'permissionMode' : bypassInSettings(options);
  if (bypass && options.allowDangerouslySkipPermissions !== true) {
    throw invalidOption(
      bypass,
      "is 'bypassPermissions', which needs allowDangerouslySkipPermissions: true as well.",
    );
  }
  if (options.fallbackModel && options.fallbackModel === options.model) {
    throw invalidOption('fallbackModel', 'is the same as model. Name another one.');
  }
  if (options.sessionId && (options.resume || options.continue) && !options.forkSession) {
    throw invalidOption(
      'sessionId',
      'cannot be given to a resumed conversation. Add forkSession: true, or leave it out.',
    );
  }
  if (options.sessionStore && options.persistSession === false) {
    throw invalidOption(
      'sessionStore',
      'copies what is kept on disk. Leave out persistSession: false.',
    );
  }
  if (options.sessionStore && options.enableFileCheckpointing) {
    throw invalidOption(
      'sessionStore',
      'gets no copies of files, so a resumed session could not rewind them. Leave out enableFileCheckpointing.',
    );
  }
  if (options.sessionStore && options.continue && !options.resume) {
    if (!options.sessionStore.listSessions) {
      throw invalidOption(
        'continue',
        'needs a sessionStore with listSessions, to find the latest conversation. Add it, or name the conversation with resume.',
      );
    }
  }
  if (options.supportedDialogKinds?.length && !options.onUserDialog) {
    throw invalidOption('supportedDialogKinds', 'needs onUserDialog, which shows the dialogs.');
  }
}

function withSkills(
  allowedTools: readonly string[] = [],
  skills: NonNullable<Options['skills']>,
): readonly string[] {
  const rules = skills === 'all' ? ['Skill'] : skills.map(skillRule);
  return [...new Set([...allowedTools, ...rules])];
}

function skillRule(skill: string): string {
  // A parenthesis would end the rule, and what follows it would be a rule of its own.
  if (skill !== '' && !/[()]/.test(skill)) return `Skill(${skill})`;
  throw invalidOption('skills', `has no skill name in ${JSON.stringify(skill)}. Remove it.`);
}
