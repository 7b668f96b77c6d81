import { describe, expect, it } from '@jest/globals';
import { checkOptions, nearestOption } from '../../src/options/checks/checkOptions.js';
import { optionNames } from '../../src/options/table/optionTable.js';
import { errorOf } from './launch.js';

describe('a name that is no option', () => {
  it.each([
    ['modle', 'model'],
    ['Model', 'model'],
    ['maxTurn', 'maxTurns'],
    ['permisionMode', 'permissionMode'],
    ['allowedTool', 'allowedTools'],
    ['disalowedTools', 'disallowedTools'],
    // The Python SDK.
    ['system_prompt', 'systemPrompt'],
    ['max_turns', 'maxTurns'],
    ['allowed_tools', 'allowedTools'],
    ['cli_path', 'pathToClaudeCodeExecutable'],
    ['can_use_tool', 'canUseTool'],
    ['continue_conversation', 'continue'],
    ['add_dirs', 'addDirs'],
    ['mcp_servers', 'mcpServers'],
    ['max_buffer_size', 'limits'],
    ['include_partial_messages', 'includePartialMessages'],
    ['permission_prompt_tool_name', 'permissionPromptToolName'],
    // Older versions and other habits.
    ['customSystemPrompt', 'systemPrompt'],
    ['allowed-tools', 'allowedTools'],
    ['workingDirectory', 'cwd'],
    ['abortSignal', 'signal'],
    ['timeout', 'timeouts'],
    ['jsonSchema', 'outputFormat'],
  ])('%s: InvalidOption that asks whether %s was meant', (given, meant) => {
    const error = errorOf(() => checkOptions({ [given]: 'x' }));
    expect(error.code).toBe('InvalidOption');
    expect(error.details.option).toBe(given);
    expect(error.message).toBe(
      `Unknown option \`${given}\`. Did you mean \`${meant}\`? Pass CLI flags that have no option of their own in \`extraArgs\`.`,
    );
  });

  it.each(['frobnicate', 'constructor', '__proto__', 'x', '', 'y'.repeat(1_000_000)])(
    'has no nearest one if none is near: %.20p',
    (given) => {
      const options = Object.fromEntries([[given, 1]]);
      const error = errorOf(() => checkOptions(options));
      expect(error.code).toBe('InvalidOption');
      expect(error.message).toContain('extraArgs');
    },
  );

  it('is nothing when its value is undefined', () => {
    expect(() => checkOptions({ frobnicate: undefined })).not.toThrow();
  });
});

describe('the nearest option', () => {
  it('is every option itself, in snake case too', () => {
    for (const known of optionNames) {
      const snake = known.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      expect(nearestOption(snake)).toBe(known);
    }
  });
});
