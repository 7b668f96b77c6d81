import { query } from '@anthropic-ai/claude-agent-sdk';
import { cli, said, tell, tellAll } from './record.mjs';

const seeing = (answer) => async (input, toolUseID, context) => {
  tell('hook', { input, toolUseID, isSignal: context.signal instanceof AbortSignal });
  return answer;
};

const hooks = {
  UserPromptSubmit: [
    {
      hooks: [
        seeing({
          hookSpecificOutput: {
            hookEventName: 'UserPromptSubmit',
            additionalContext: 'The house colour is green.',
          },
        }),
      ],
    },
  ],
  PreToolUse: [
    {
      matcher: 'Bash',
      hooks: [
        seeing({
          hookSpecificOutput: {
            hookEventName: 'PreToolUse',
            permissionDecision: 'deny',
            permissionDecisionReason: 'no shell here',
          },
        }),
      ],
    },
    {
      matcher: 'Write',
      hooks: [
        async (input, toolUseID) => {
          tell('hook', { input, toolUseID });
          return {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'allow',
              updatedInput: { ...input.tool_input, content: 'changed' },
            },
          };
        },
      ],
      timeout: 30,
    },
  ],
  PostToolUse: [{ hooks: [seeing({ systemMessage: 'written down' })] }],
  Stop: [{ hooks: [seeing({})] }],
  SessionEnd: [{ hooks: [seeing({})] }],
};

async function* prompts() {
  yield said('Run and write');
}

await tellAll(query({ prompt: prompts(), options: { ...cli, hooks } }));
