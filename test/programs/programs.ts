import { officialName, officialVersion } from '../../scripts/officialSdk.mjs';
import {
  delegating,
  echoing,
  endless,
  hello,
  midText,
  type Script,
  saying,
  using,
} from '../live/dropIn/models.js';

/** A published package that depends on the official SDK, and what a driver does with it. */
export interface Program {
  name: string;
  /** The file in `drivers` that runs the steps. */
  driver: string;
  dependencies: Record<string, string>;
  /** Published for an older SDK: gets the one that we are compared with on both sides. */
  isOld?: boolean;
  /** What the model does in each step. */
  steps: Record<string, Script>;
  /** Which of them the short form runs. Default: all. */
  short?: readonly string[];
}

/** The steps of a program, with their models. */
export function stepsOf({ steps, short }: Program, isShort: boolean): [string, Script][] {
  return Object.entries(steps).filter(([step]) => !isShort || !short || short.includes(step));
}

const sdk = { [officialName]: officialVersion };
const zod = { zod: '4.6.7' };

const refused = saying([{ status: 400, error: 'the model is on holiday' }]);
const adding = using(['mcp__house__add', { a: 1, b: 2 }]);
const writing = using(['Write', { file_path: 'note.txt', content: 'a note' }]);
const answering = using(['StructuredOutput', { answer: 42 }]);
const mailing = using(
  ['mcp__composio__SEND_MAIL', { to: 'somebody', copies: ['nobody'] }],
  ['mcp__composio__SEND_MAIL', { to: 'somebody', urgency: 'none' }],
);
/** Ends with a variable that the program has and the CLI should not. */
const looking = using(['Bash', { command: 'echo "[$LEFT_OUT]"' }]);

/** For programs that wrap an SDK that the application hands to them. */
const wrapped: Record<string, Script> = {
  text: hello,
  tools: using(
    ['mcp__house__add', { a: 1, b: 2 }],
    ['mcp__house__add', { a: 'one' }],
    ['Bash', { command: 'echo listed' }],
  ),
  agents: delegating,
  denied: writing,
  apiError: refused,
  abort: endless,
  controls: endless,
  unknownOption: hello,
  environment: looking,
};

export const programs: readonly Program[] = [
  {
    name: '@agentclientprotocol/claude-agent-acp',
    driver: 'acp',
    dependencies: { '@agentclientprotocol/claude-agent-acp': '0.99.1' },
    steps: {
      newSession: hello,
      prompt: echoing,
      permission: writing,
      denied: writing,
      cancel: endless,
      load: echoing,
      list: echoing,
      settings: echoing,
      fork: echoing,
      apiError: refused,
      lateExit: endless,
    },
  },
  {
    name: '@zed-industries/claude-agent-acp',
    driver: 'acp',
    dependencies: { '@zed-industries/claude-agent-acp': '0.23.1' },
    isOld: true,
    steps: {
      newSession: hello,
      prompt: echoing,
      permission: writing,
      denied: writing,
      // With a whole message before the cancel, chance decides whether the editor hears of it.
      cancel: midText,
      load: echoing,
      list: echoing,
      apiError: refused,
    },
    short: [],
  },
  {
    name: 'ai-sdk-provider-claude-code',
    driver: 'aiSdkProvider',
    dependencies: { 'ai-sdk-provider-claude-code': '4.1.0', ai: '7.0.170', ...zod },
    isOld: true,
    steps: {
      generate: hello,
      stream: hello,
      tools: adding,
      toolsInStream: adding,
      object: answering,
      objectInStream: answering,
      denied: writing,
      apiError: refused,
      apiErrorInStream: refused,
      abort: endless,
      noCli: hello,
      environment: looking,
    },
  },
  {
    name: 'braintrust',
    driver: 'braintrust',
    dependencies: { braintrust: '3.35.0', ...sdk, ...zod },
    steps: wrapped,
    short: ['text', 'tools', 'agents', 'apiError', 'abort', 'controls'],
  },
  {
    name: 'langsmith',
    driver: 'langsmith',
    dependencies: { langsmith: '0.10.5', ...sdk, ...zod },
    steps: wrapped,
    short: ['tools', 'apiError', 'abort', 'environment'],
  },
  {
    name: '@arizeai/openinference-instrumentation-claude-agent-sdk',
    driver: 'openinference',
    dependencies: {
      '@arizeai/openinference-instrumentation-claude-agent-sdk': '0.3.1',
      '@opentelemetry/sdk-trace-base': '2.12.0',
      ...sdk,
      ...zod,
    },
    steps: { ...wrapped, required: hello },
    short: ['tools', 'apiError', 'abort', 'required'],
  },
  {
    name: '@mastra/claude',
    driver: 'mastra',
    dependencies: { '@mastra/claude': '0.3.0', '@mastra/core': '1.71.0', ...sdk, ...zod },
    steps: {
      generate: hello,
      stream: hello,
      tools: using(['Bash', { command: 'echo listed' }]),
      object: answering,
      resume: echoing,
      denied: writing,
      apiError: refused,
      apiErrorInStream: refused,
      abort: endless,
    },
    short: ['generate', 'object', 'resume', 'apiError', 'abort'],
  },
  {
    name: '@posthog/ai',
    driver: 'posthog',
    dependencies: {
      '@posthog/ai': '8.13.1',
      'posthog-node': '5.67.0',
      // Without it npm refuses any override: it takes the newest one first, which does not fit.
      '@anthropic-ai/sdk': '0.125.0',
      ...sdk,
      ...zod,
    },
    steps: wrapped,
    short: [],
  },
  {
    name: '@composio/claude-agent-sdk',
    driver: 'composio',
    dependencies: {
      '@composio/claude-agent-sdk': '0.10.1',
      '@composio/core': '0.19.0',
      ...sdk,
      ...zod,
    },
    steps: { tools: mailing, brokenTool: mailing },
    short: [],
  },
  {
    name: '@ai-sdk/harness-claude-code',
    driver: 'harness',
    dependencies: {
      '@ai-sdk/harness-claude-code': '1.0.41',
      // What its bridge imports, from a project of its own that it brings along.
      '@modelcontextprotocol/sdk': '1.29.0',
      ws: '8.21.0',
      ...sdk,
      ...zod,
    },
    isOld: true,
    steps: {
      turns: echoing,
      tools: using(
        ['mcp__harness-tools__add', { a: 1, b: 2 }],
        ['mcp__harness-tools__add', { a: 1, b: null }],
      ),
      denied: writing,
      filtered: hello,
      apiError: refused,
      interrupt: endless,
    },
    short: ['tools', 'denied'],
  },
  {
    name: 'claude-max-proxy',
    driver: 'maxProxy',
    dependencies: { 'claude-max-proxy': '1.0.0' },
    isOld: true,
    steps: {
      answers: echoing,
      tools: using(['Bash', { command: 'echo roses' }]),
      apiError: refused,
    },
    short: [],
  },
];
