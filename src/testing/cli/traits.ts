import type { CliVersion } from '../scenario.js';

export interface Model {
  value: string;
  resolvedModel: string;
  displayName: string;
  description: string;
  [field: string]: unknown;
}

/** In what the two recorded versions of the CLI differ, as far as data goes. */
export interface Traits {
  version: CliVersion;
  /** 2.1.325: it reports the life of messages and tells more in most frames. */
  recent: boolean;
  effort: string;
  buildTime: string;
  models: readonly Model[];
  /** The price of a million tokens, in and out, in dollars. */
  price: readonly [number, number];
  maxOutputTokens: number;
}

const abilities = {
  supportsEffort: true,
  supportedEffortLevels: ['low', 'medium', 'high', 'xhigh', 'max'],
  supportsAdaptiveThinking: true,
  supportsAutoMode: true,
};

const recentModel = (value: string, name: string, resolvedModel: string, about: string): Model => ({
  value,
  resolvedModel,
  displayName: name,
  description: about,
  ...abilities,
  ...((value === 'default' || value === 'opus' || value === 'fable') && { supportsFastMode: true }),
  supportsThinkingOff: false,
});

const earlierModel = (
  value: string,
  name: string,
  resolvedModel: string,
  about: string,
): Model => ({
  value,
  resolvedModel,
  displayName: name,
  description: about,
  ...abilities,
  ...((value === 'default' || value === 'opus[1m]') && { supportsFastMode: true }),
});

const traits: Readonly<Record<CliVersion, Traits>> = {
  '2.1.325': {
    version: '2.1.325',
    recent: true,
    effort: 'medium',
    buildTime: '2026-11-13T18:52:23Z',
    models: [
      recentModel('default', 'Default (recommended)', 'claude-opus-5-5', 'The default model'),
      recentModel('opus', 'Opus', 'claude-opus-5-5', 'For everyday, complex tasks'),
      recentModel('fable', 'Fable', 'claude-fable-5-2', 'For the longest tasks'),
      recentModel('sonnet', 'Sonnet', 'claude-sonnet-5-5', 'For routine tasks'),
      recentModel('haiku', 'Haiku', 'claude-haiku-5-5', 'For quick answers'),
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
      earlierModel('default', 'Default (recommended)', 'claude-opus-4-8[1m]', 'The default model'),
      earlierModel('opus[1m]', 'Opus', 'claude-opus-4-8[1m]', 'For everyday, complex tasks'),
      earlierModel('sonnet', 'Sonnet', 'claude-sonnet-5', 'For routine tasks'),
      earlierModel('sonnet[1m]', 'Sonnet (1M context)', 'claude-sonnet-5[1m]', 'For long sessions'),
    ],
    price: [5, 25],
    maxOutputTokens: 64_000,
  },
};

export function traitsOf(version: CliVersion = '2.1.325'): Traits {
  return traits[version];
}

/** The full name of a model; a name that nobody knows is taken as it is. */
export function resolveModel({ models }: Traits, name: string): string {
  return models.find(({ value }) => value === name)?.resolvedModel ?? name;
}

/** The name without what it says of the size of its context, as the API gives it. */
export function apiModel(name: string): string {
  return name.replace(/\[.*\]$/, '');
}
