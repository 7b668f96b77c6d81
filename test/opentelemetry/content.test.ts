import { describe, expect, it } from '@jest/globals';
import { startSession } from '../../src/startSession.js';
import { fakeCli } from '../../src/testing/fakeCli.js';
import { ask } from './runs.js';
import { traced } from './traced.js';

const scenario = {
  turns: [[{ tool: 'Bash', input: { command: 'cat plans' } }, { text: 'An answer.' }]],
  files: { plans: 'a secret plan' },
};

async function runs(content: 'hidden' | 'shown' | undefined, prompt = 'A question') {
  const session = traced({ content });
  const oneShot = traced({ content });
  const hooks = { PreToolUse: [{ hooks: [() => ({ systemMessage: 'a remark' })] }] };
  const talk = await startSession({
    options: { port: fakeCli(scenario).port, telemetry: session.telemetry, hooks },
  });
  await talk.send(prompt).result;
  await talk.end();
  await ask({ port: fakeCli(scenario).port, telemetry: oneShot.telemetry }, prompt);
  return { session, oneShot };
}

describe('content', () => {
  it.each([undefined, 'hidden' as const])('is on no span if it is %s', async (content) => {
    const { session, oneShot } = await runs(content);
    const all = [...session.spans(), ...oneShot.spans()].map(
      ({ name, attributes, events, status }) => ({ name, attributes, events, status }),
    );
    expect(all.length).toBeGreaterThan(5);
    expect(JSON.stringify(all)).not.toMatch(/question|plan|answer\.|remark/i);
  });

  it('is on turns and tools if it is shown', async () => {
    for (const { span } of Object.values(await runs('shown'))) {
      const { attributes: turn } = span('invoke_agent claude-code');
      const parsed = (name: string) => JSON.parse(String(turn[name]));
      expect(parsed('gen_ai.input.messages')).toEqual([
        { role: 'user', parts: [{ type: 'text', content: 'A question' }] },
      ]);
      expect(parsed('gen_ai.output.messages')).toEqual([
        { role: 'assistant', parts: [{ type: 'text', content: 'An answer.' }] },
      ]);
      expect(span('execute_tool Bash').attributes).toMatchObject({
        'gen_ai.tool.call.arguments': '{"command":"cat plans"}',
        'gen_ai.tool.call.result': 'a secret plan',
      });
    }
  });

  it('is shown without the secrets of the environment', async () => {
    process.env.SOME_API_KEY = 'open-sesame-open-sesame';
    try {
      const { session, oneShot } = await runs('shown', 'Use open-sesame-open-sesame');
      for (const { span } of [session, oneShot]) {
        const text = String(span('invoke_agent claude-code').attributes['gen_ai.input.messages']);
        expect(text).toContain('Use ');
        expect(text).not.toContain('sesame');
      }
    } finally {
      delete process.env.SOME_API_KEY;
    }
  });
});
