import type { CliVersion } from '../scenario.js';

export interface Model {
  value: string;
  resolvedModel: string;
  displayName: string;
  description: string;
  [field: string]: unknown;
}

/** How the simulated versions of the CLI differ. */
export interface Traits {
  version: CliVersion;
  /** 2.1.325: reports the lifecycle of messages, and adds fields to most frames. */
  recent: boolean;
  effort: string;
  buildTime: string;
  models: readonly Model[];
  /** Dollars per million tokens, input and output. */
  price: readonly [number, number];
  maxOutputTokens: number;
}

const model = (
  value: string,
  displayName: string,
  resolvedModel: string,
  description: string,
  more: Partial<Model> = {},
): Model => ({
  value,
  resolvedModel,
  displayName,
  description,
  supportsEffort: true,
  supportedEffortLevels: ['low', 'medium', 'high', 'xhigh', 'max'],
  supportsAdaptiveThinking: true,
  supportsAutoMode: true,
  ...more,
});

const fast = { supportsFastMode: true };
const alwaysThinks = { supportsThinkingOff: false };
const fastThinker = { ...fast, ...alwaysThinks };

const traits: Readonly<Record<CliVersion, Traits>> = {
  '2.1.325': {
    version: '2.1.325',
    recent: true,
    effort: 'medium',
    buildTime: '2026-11-13T18:52:23Z',
    models: [
      model(
        'default',
        'Default (recommended)',
        'claude-opus-5-5',
        'The default model',
        fastThinker,
      ),
      model('opus', 'Opus', 'claude-opus-5-5', 'For everyday, complex tasks', fastThinker),
      model('fable', 'Fable', 'claude-fable-5-2', 'For the longest tasks', fastThinker),
      model('sonnet', 'Sonnet', 'claude-sonnet-5-5', 'For routine tasks', alwaysThinks),
      model('haiku', 'Haiku', 'claude-haiku-5-5', 'For quick answers', alwaysThinks),
    ],
    price: [4, 20],
    maxOutputTokens: 128_000,
  },
  '2.1.197': {
    version: '2.1.197',
    recent: false,
    effort: 'high',
    buildTime: '2026-06-29T19:08:42Z',
    models: [
      model('default', 'Default (recommended)', 'claude-opus-4-8[1m]', 'The default model', fast),
      model('opus[1m]', 'Opus', 'claude-opus-4-8[1m]', 'For everyday, complex tasks', fast),
      model('sonnet', 'Sonnet', 'claude-sonnet-5', 'For routine tasks'),
      model('sonnet[1m]', 'Sonnet (1M context)', 'claude-sonnet-5[1m]', 'For long sessions'),
    ],
    price: [5, 25],
    maxOutputTokens: 64_000,
  },
};

export function traitsOf(version: CliVersion = '2.1.325'): Traits {
  return traits[version];
}

/** The full name of a model. Unknown names stay as they are. */
export function resolveModel({ models }: Traits, name: string): string {
  return models.find(({ value }) => value === name)?.resolvedModel ?? name;
}

/** The name of a model in the API, without the context size in brackets. */
export function apiModel(name: string): string {
  return name.replace(/\[.*\]$/, '');
}
