import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LaunchMode } from '../../src/codec/buildArgv.js';
import type { ClaudeActorsError } from '../../src/errors.js';
import { resolveLaunch } from '../../src/options/resolveLaunch.js';
import type { Options } from '../../src/options/types.js';
import { parseArgv, parseToolList } from './parseArgv.js';

/** Text that a command line could misread, among any other text. */
const hostile = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '--dangerously-skip-permissions',
      '-p',
      '-',
      '--',
      '=',
      '--model=x',
      '-x --y',
      'a=b=c',
      'a\nb\r\n--c',
      '"quoted" \'too\' `$(x)`',
      'a,b, c',
      'Bash(rm *)',
      'x),Bash(',
      '{"a":1}',
      '\u2028\u2029\u0085',
      '%PATH% ^& | > <',
      '\\',
      '😀',
    ),
  )
  .filter((text) => !text.includes('\0'));
const text = hostile.filter((value) => value !== '');

interface Flag {
  name: string;
  value: string | null;
}

const prefix: Record<LaunchMode, Flag[]> = {
  oneShot: [
    { name: '--print', value: null },
    { name: '--output-format', value: 'stream-json' },
    { name: '--verbose', value: null },
  ],
  session: [
    { name: '--output-format', value: 'stream-json' },
    { name: '--input-format', value: 'stream-json' },
    { name: '--verbose', value: null },
  ],
};

/** Flags that `extraArgs` may not set. */
const ownFlags = ['print', 'settings'];

/** Follows from options that do not allow the mode. */
const ban: Flag = {
  name: '--settings',
  value: '{"permissions":{"disableBypassPermissionsMode":"disable"}}',
};

const textFlags = {
  model: '--model',
  agent: '--agent',
  resume: '--resume',
  resumeSessionAt: '--resume-session-at',
  resumeDropsTurn: '--resume-drops-turn',
  permissionPromptToolName: '--permission-prompt-tool',
  projectConfigRoot: '--project-config-root',
  debugFile: '--debug-file',
  mcpConfigPath: '--mcp-config',
} as const;

const jsonText = (value: unknown) => JSON.stringify(value);
const byName = (a: Flag, b: Flag) => (jsonText(a) < jsonText(b) ? -1 : 1);

function readBack(options: Options, mode: LaunchMode) {
  const { argv, initialize } = resolveLaunch(options, mode, 'linux');
  const { flags, positionals } = parseArgv(argv);
  return { flags: [...flags].sort(byName), positionals, initialize };
}

describe('no text of an option can add a flag or an argument', () => {
  const optional = { requiredKeys: [] };
  const anyOptions = fc.record({
    texts: fc.record(
      Object.fromEntries(Object.keys(textFlags).map((name) => [name, text])) as Record<
        keyof typeof textFlags,
        typeof text
      >,
      optional,
    ),
    directories: fc.array(text, { maxLength: 3 }),
    plugins: fc.array(text, { maxLength: 3 }),
    extra: fc.dictionary(
      fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/).filter((name) => !ownFlags.includes(name)),
      fc.option(hostile),
      { maxKeys: 3 },
    ),
    servers: fc.dictionary(text, fc.record({ command: text }), { maxKeys: 2 }),
    agents: fc.dictionary(hostile, fc.record({ description: hostile, prompt: hostile }), {
      minKeys: 1,
      maxKeys: 2,
    }),
    systemPrompt: hostile,
    planModeInstructions: text,
    schema: fc.dictionary(hostile, hostile),
    managed: fc.dictionary(hostile, hostile),
    isPartial: fc.boolean(),
  });

  it.each<LaunchMode>(['oneShot', 'session'])('in mode %s', (mode) => {
    fc.assert(
      fc.property(anyOptions, (given) => {
        const options: Options = {
          ...given.texts,
          additionalDirectories: given.directories,
          plugins: given.plugins.map((path) => ({ type: 'local', path })),
          extraArgs: given.extra,
          mcpServers: given.servers,
          agents: given.agents,
          systemPrompt: given.systemPrompt,
          planModeInstructions: given.planModeInstructions,
          outputFormat: { type: 'json_schema', schema: given.schema },
          managedSettings: given.managed,
          includePartialMessages: given.isPartial,
        };
        const expected: Flag[] = [
          ...prefix[mode],
          ban,
          ...Object.entries(given.texts).map(([name, value]) => ({
            name: textFlags[name as keyof typeof textFlags],
            value: value ?? null,
          })),
          ...given.directories.map((value) => ({ name: '--add-dir', value })),
          ...given.plugins.map((value) => ({ name: '--plugin-dir', value })),
          ...Object.entries(given.extra).map(([name, value]) => ({
            name: `--${name}`,
            value: value || null,
          })),
          { name: '--managed-settings', value: jsonText(given.managed) },
          { name: '--json-schema', value: jsonText(given.schema) },
        ];
        if (Object.keys(given.servers).length > 0) {
          expected.push({ name: '--mcp-config', value: jsonText({ mcpServers: given.servers }) });
        }
        if (given.isPartial) expected.push({ name: '--include-partial-messages', value: null });
        if (mode === 'oneShot') {
          expected.push(
            { name: '--agents', value: jsonText(given.agents) },
            { name: '--system-prompt', value: given.systemPrompt },
            { name: '--plan-mode-instructions', value: given.planModeInstructions },
          );
        }
        const { flags, positionals, initialize } = readBack(options, mode);
        expect(flags).toEqual(expected.sort(byName));
        // An empty value of `extraArgs` is an argument of its own, which says nothing by itself.
        expect(positionals).toEqual(Object.values(given.extra).filter((value) => value === ''));
        if (mode === 'session') {
          expect(initialize).toEqual({
            agents: given.agents,
            systemPrompt: [given.systemPrompt],
            planModeInstructions: given.planModeInstructions,
            jsonSchema: given.schema,
          });
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('no element of a list can add or hide another', () => {
  const rule = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('Read', 'Bash(ls, -a)', 'mcp__a', 'Bash(', 'a b') },
    { weight: 1, arbitrary: hostile },
  );
  const lists = ['tools', 'allowedTools', 'disallowedTools', 'betas'] as const;

  it.each(lists)('%s reads back as it was given, or is refused', (name) => {
    let accepted = 0;
    let refused = 0;
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 4 }), (elements) => {
        let argv: string[];
        try {
          ({ argv } = resolveLaunch({ [name]: elements }, 'session', 'linux'));
        } catch (error) {
          expect(error).toMatchObject({ code: 'InvalidOption', details: { option: name } });
          // Whatever is refused would in fact be misread, itself or together with the next.
          const withNext = [...elements, 'Next'];
          expect(parseToolList(withNext.join(','))).not.toEqual(withNext);
          refused += 1;
          return;
        }
        const { flags, positionals } = parseArgv(argv);
        const [list, ...others] = flags.slice(prefix.session.length);
        expect(others).toEqual([ban]);
        expect(positionals).toEqual([]);
        expect(list?.value).toBe(elements.join(','));
        expect(parseToolList(list?.value ?? '')).toEqual(elements.map((each) => each.trim()));
        accepted += 1;
      }),
      { numRuns: 300 },
    );
    expect(accepted).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  });

  it('skills become one rule each, or are refused', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 3 }), (skills) => {
        let argv: string[];
        try {
          ({ argv } = resolveLaunch({ skills }, 'session', 'linux'));
        } catch (error) {
          expect((error as ClaudeActorsError).details.option).toBe('skills');
          return;
        }
        const { flags } = parseArgv(argv);
        const value = flags.find(({ name }) => name === '--allowedTools')?.value ?? '';
        expect(parseToolList(value)).toEqual([...new Set(skills)].map((name) => `Skill(${name})`));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the parser that these tests trust', () => {
  it('sees a flag if a value was not bound', () => {
    expect(parseArgv(['--model', '--evil', 'x', '--', '--prompt'])).toEqual({
      flags: [
        { name: '--model', value: null },
        { name: '--evil', value: null },
      ],
      positionals: ['x', '--prompt'],
    });
  });

  it('sees how a list splits, and what an open parenthesis swallows', () => {
    expect(parseToolList('Bash(a, b),Read Write')).toEqual(['Bash(a, b)', 'Read', 'Write']);
    expect(parseToolList('Bash(,Write')).toEqual(['Bash(,Write']);
    expect(parseToolList('Bash(x (y) z)')).toEqual(['Bash(x (y)', 'z)']);
  });
});
