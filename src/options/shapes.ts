import type {
  OutputFormat,
  PluginConfig,
  SystemPrompt,
  ThinkingConfig,
  ToolConfig,
  ToolSet,
} from './agentTypes.js';
import { isRecord, isTextList, isWholeNumber } from './checkValue.js';
import { invalidOption } from './invalidOption.js';

// The types say what these values hold; a caller without types may pass anything.

type PromptObject = Exclude<SystemPrompt, string | readonly string[]>;
type PromptPreset = Extract<PromptObject, { type: 'preset' }>;

/** The blocks of a prompt of the caller's own; undefined for the CLI's own prompt. */
export function promptBlocks(value: SystemPrompt): readonly string[] | undefined {
  if (promptPreset(value)) return undefined;
  const prompt: unknown = isPromptObject(value) && value.type === 'custom' ? value.prompt : value;
  if (typeof prompt === 'string') return [prompt];
  if (isTextList(prompt)) return prompt;
  throw invalidOption(
    'systemPrompt',
    "is no known object. Use { type: 'preset', preset: 'claude_code' } or { type: 'custom', prompt }.",
  );
}

export function promptPreset(value: SystemPrompt): PromptPreset | undefined {
  if (!isPromptObject(value) || value.type !== 'preset' || value.preset !== 'claude_code') {
    return undefined;
  }
  if (value.append === undefined || typeof value.append === 'string') return value;
  throw invalidOption('systemPrompt', 'has an append that is no text. Pass a string.');
}

export function promptSnapshot(value: SystemPrompt): boolean | undefined {
  return isPromptObject(value) ? value.snapshot : undefined;
}

function isPromptObject(value: SystemPrompt): value is PromptObject {
  return isRecord(value);
}

export function toolNames(value: ToolSet): readonly string[] {
  if (isTextList(value)) return value;
  if ('preset' in value && value.preset === 'claude_code') return ['default'];
  throw invalidOption(
    'tools',
    "is no known object. Use a list of names or { type: 'preset', preset: 'claude_code' }.",
  );
}

export function thinkingMode(value: ThinkingConfig): 'adaptive' | 'disabled' | undefined {
  switch (value.type) {
    case 'adaptive':
    case 'disabled':
      return value.type;
    case 'enabled':
      return value.budgetTokens === undefined ? 'adaptive' : undefined;
    default:
      throw invalidOption('thinking', "needs a type: 'adaptive', 'enabled' or 'disabled'.");
  }
}

export function thinkingBudget(value: ThinkingConfig): number | undefined {
  if (value.type !== 'enabled' || value.budgetTokens === undefined) return undefined;
  if (isWholeNumber(value.budgetTokens) && value.budgetTokens > 0) return value.budgetTokens;
  throw invalidOption('thinking', 'needs a budgetTokens that is a positive whole number.');
}

export function thinkingDisplay(value: ThinkingConfig): string | undefined {
  return value.type === 'disabled' ? undefined : value.display;
}

export function taskTotal({ total }: { total: number }): number {
  if (isWholeNumber(total) && total > 0) return total;
  throw invalidOption('taskBudget', 'needs a total that is a positive whole number.');
}

export function jsonSchema({ type, schema }: OutputFormat): OutputFormat['schema'] {
  if (type === 'json_schema' && isRecord(schema)) return schema;
  throw invalidOption('outputFormat', "is not known. Use { type: 'json_schema', schema }.");
}

export function previewFormat({ askUserQuestion }: ToolConfig): string | undefined {
  const format: unknown = askUserQuestion?.previewFormat;
  if (format === undefined || format === 'markdown' || format === 'html') return format;
  throw invalidOption('toolConfig', "has no known previewFormat. Use 'markdown' or 'html'.");
}

/** The order of plugins is kept: a later one can build on an earlier one. */
export function pluginFlags(plugins: readonly PluginConfig[]): [flag: string, path: string][] {
  return plugins.map(({ type, path, skipMcpDiscovery }) => {
    if (type !== 'local' || typeof path !== 'string' || path === '') {
      throw invalidOption('plugins', "takes { type: 'local', path } only. Name each folder.");
    }
    return [skipMcpDiscovery ? 'plugin-dir-no-mcp' : 'plugin-dir', path];
  });
}
