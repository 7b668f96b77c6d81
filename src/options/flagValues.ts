import { shortSchemaLength } from '../defaults.js';
import { isRecord, isStringArray, isWholeNumber } from '../util/typeGuards.js';
import { notOneOf } from './checks/checkFields.js';
import { invalidOption } from './invalidOption.js';
import type { OutputFormat, SystemPrompt, ThinkingConfig } from './modelOptions.js';
import type { PluginConfig, ToolConfig, ToolSet } from './toolOptions.js';

// Converts structured options to what a flag or a field of `initialize` takes. Callers without
// TypeScript may pass anything, so each function also checks the shape it needs.

type PromptObject = Exclude<SystemPrompt, string | readonly string[]>;
type PromptPreset = Extract<PromptObject, { type: 'preset' }>;

/** The blocks of a custom prompt; undefined for the CLI's own prompt. */
export function promptBlocks(value: SystemPrompt): readonly string[] | undefined {
  if (promptPreset(value)) return undefined;
  const prompt: unknown = isPromptObject(value) && value.type === 'custom' ? value.prompt : value;
  if (typeof prompt === 'string') return [prompt];
  if (isStringArray(prompt)) return prompt;
  throw invalidOption(
    'systemPrompt',
    "must be a string, an array of strings, { type: 'preset', preset: 'claude_code' } or { type: 'custom', prompt }.",
  );
}

export function promptPreset(value: SystemPrompt): PromptPreset | undefined {
  if (!isPromptObject(value) || value.type !== 'preset' || value.preset !== 'claude_code') {
    return undefined;
  }
  if (value.append === undefined || typeof value.append === 'string') return value;
  throw invalidOption('systemPrompt.append', 'must be a string.');
}

export function promptSnapshot(value: SystemPrompt): boolean | undefined {
  return isPromptObject(value) ? value.snapshot : undefined;
}

function isPromptObject(value: SystemPrompt): value is PromptObject {
  return isRecord(value);
}

export function toolNames(value: ToolSet): readonly string[] {
  if (isStringArray(value)) return value;
  if ('preset' in value && value.preset === 'claude_code') return ['default'];
  throw invalidOption(
    'tools',
    "must be an array of names or { type: 'preset', preset: 'claude_code' }.",
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
      throw invalidOption(
        'thinking.type',
        notOneOf((value as { type: unknown }).type, ['adaptive', 'enabled', 'disabled']),
      );
  }
}

export function thinkingBudget(value: ThinkingConfig): number | undefined {
  if (value.type !== 'enabled' || value.budgetTokens === undefined) return undefined;
  if (isWholeNumber(value.budgetTokens) && value.budgetTokens > 0) return value.budgetTokens;
  throw invalidOption('thinking.budgetTokens', 'must be a positive whole number.');
}

export function thinkingDisplay(value: ThinkingConfig): string | undefined {
  return value.type === 'disabled' ? undefined : value.display;
}

export function taskTotal({ total }: { total: number }): number {
  if (isWholeNumber(total) && total > 0) return total;
  throw invalidOption('taskBudget.total', 'must be a positive whole number.');
}

/** Whether the schema fits on every command line, beside other arguments. */
export function isShortSchema(format: OutputFormat): boolean {
  const schema = jsonSchema(format);
  try {
    return JSON.stringify(schema).length <= shortSchemaLength;
  } catch {
    // The error of the flag says what is wrong.
    return true;
  }
}

export function jsonSchema({ type, schema }: OutputFormat): OutputFormat['schema'] {
  if (type === 'json_schema' && isRecord(schema)) return schema;
  throw invalidOption('outputFormat', "must be { type: 'json_schema', schema }.");
}

export function previewFormat({ askUserQuestion }: ToolConfig): string | undefined {
  const format: unknown = askUserQuestion?.previewFormat;
  if (format === undefined || format === 'markdown' || format === 'html') return format;
  throw invalidOption('toolConfig.askUserQuestion.previewFormat', "must be 'markdown' or 'html'.");
}

/** Keeps the order of plugins: a later one can build on an earlier one. */
export function pluginFlags(plugins: readonly PluginConfig[]): [flag: string, path: string][] {
  return plugins.map(({ type, path, skipMcpDiscovery }) => {
    if (type !== 'local' || typeof path !== 'string' || path === '') {
      throw invalidOption('plugins', "must be an array of { type: 'local', path }.");
    }
    return [skipMcpDiscovery ? 'plugin-dir-no-mcp' : 'plugin-dir', path];
  });
}
