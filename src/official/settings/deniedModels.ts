import type { DeniedModelsMatch } from './resolveSettings.js';

const families = ['sonnet', 'opus', 'haiku', 'fable'];
/** Names that stand for another model with each release. */
const aliases = ['best', 'default', 'opusplan'];
const regions = ['us', 'eu', 'apac', 'jp', 'au', 'us-gov', 'global'];

interface ModelName {
  family: string;
  major: number;
  minor?: number;
  /** The end of the name, if it is not a date or a revision. */
  rest?: string;
  /** Whether a date or revision follows, which does not count. */
  hasSnapshot: boolean;
}

type Entry =
  | { kind: 'family'; family: string }
  | { kind: 'model'; model: ModelName }
  | { kind: 'text'; text: string };

/** Compares models with the entries of a list. Never throws, whatever the lists contain. */
export function deniedModelsMatch(models: unknown, deniedModels: unknown): DeniedModelsMatch {
  const warnings = new Set<string>();
  const given: unknown[] =
    deniedModels === undefined || deniedModels === null ? [] : listOf(deniedModels);
  if (deniedModels !== undefined && deniedModels !== null && !Array.isArray(deniedModels)) {
    warnings.add('`deniedModels` is not a list, so it blocks nothing.');
  }
  const entries: Entry[] = [];
  for (const one of given) {
    if (typeof one !== 'string') {
      warnings.add(
        `An entry of \`deniedModels\` is ${typeName(one)} instead of a name. It is ignored.`,
      );
      continue;
    }
    const { entry, warning } = readEntry(one);
    if (warning) warnings.add(warning);
    if (entry) entries.push(entry);
  }
  if (!Array.isArray(models)) {
    warnings.add('`models` is not a list, so nothing was compared.');
  }
  const denied = listOf(models).map((model) => {
    if (typeof model === 'string') return entries.some((entry) => blocks(entry, model));
    warnings.add(`An entry of \`models\` is ${typeName(model)} instead of a name.`);
    return false;
  });
  return { denied, warnings: [...warnings] };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function typeName(value: unknown): string {
  return value === null ? 'null' : `of type ${typeof value}`;
}

function withoutContextSize(name: string): string {
  return name.replace(/\[[12]m\]/g, '').trim();
}

function readEntry(given: string): { entry?: Entry; warning?: string } {
  const lower = given.trim().toLowerCase();
  const name = withoutContextSize(lower);
  const shown = `The entry \`${given.slice(0, 100)}\` of \`deniedModels\``;
  const hasSize = name !== lower;
  if (name === '') return { warning: 'An entry of `deniedModels` is empty. It is ignored.' };
  if (families.includes(name)) {
    const warning = `${shown} blocks the whole family, with any context size.`;
    return { entry: { kind: 'family', family: name }, ...(hasSize && { warning }) };
  }
  if (aliases.includes(name)) {
    return { warning: `${shown} stands for different models, so it is ignored. Name the model.` };
  }
  const model =
    readModel(name) ?? (name.startsWith('claude-') ? undefined : readModel(`claude-${name}`));
  if (!model) {
    return {
      entry: { kind: 'text', text: name },
      warning: `${shown} blocks only this exact name.`,
    };
  }
  const warning = `${shown} blocks this version in every spelling, snapshot and context size.`;
  return { entry: { kind: 'model', model }, ...((hasSize || model.hasSnapshot) && { warning }) };
}

const snapshot = /^(?:-fast|-latest)?(?:-v\d{1,3}@\d{8}|[-@]\d{8})?(?:-v\d{1,3}(?::\d{1,3})?)?$/;

/** Reads the name of a model in any of its spellings, such as `us.anthropic.claude-opus-4-1-v1:0`. */
function readModel(given: string): ModelName | undefined {
  const name = given
    .trim()
    .toLowerCase()
    .replace(/\[[12]m\]$/, '');
  if (/\s/.test(name)) return undefined;
  const last = name.slice(name.lastIndexOf('/') + 1);
  const bedrock = /^(?:([a-z-]+)\.)?anthropic\.(claude-.*)$/.exec(last);
  if (bedrock?.[1] !== undefined && !regions.includes(bedrock[1])) return undefined;
  const plain = bedrock?.[2] ?? last;
  const current = /^claude-(?<family>[a-z]+)-(?<major>\d{1,2})(?!\d)(?:-(?<minor>\d{1,2})(?!\d))?/;
  const former = /^claude-(?<major>\d{1,2})(?!\d)(?:-(?<minor>\d{1,2})(?!\d))?-(?<family>[a-z]+)/;
  const found = current.exec(plain) ?? former.exec(plain);
  if (!found?.groups) return undefined;
  const { family = '', major, minor } = found.groups;
  const rest = plain.slice(found[0].length);
  if (rest !== '' && !/^[-@]/.test(rest)) return undefined;
  const isSnapshot = snapshot.test(rest);
  return {
    family,
    major: Number(major),
    ...(minor !== undefined && { minor: Number(minor) }),
    ...(!isSnapshot && { rest }),
    hasSnapshot: isSnapshot && rest !== '',
  };
}

function blocks(entry: Entry, given: string): boolean {
  const name = withoutContextSize(given.trim().toLowerCase());
  if (entry.kind === 'text') return name === entry.text;
  const model = readModel(name);
  if (entry.kind === 'family') {
    return model?.family === entry.family || hasWord(name, entry.family);
  }
  const { family, major, minor, rest } = entry.model;
  if (model?.family !== family || model.major !== major) return false;
  if (minor !== undefined && (model.minor ?? 0) !== minor) return false;
  const end = model.rest ?? '';
  return rest === undefined || end === rest || end.startsWith(`${rest}-`);
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<![a-z0-9])${word}(?![a-z0-9])`).test(text);
}
