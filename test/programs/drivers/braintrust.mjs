import * as sdk from '@anthropic-ai/claude-agent-sdk';
import { _exportsForTestingOnly, initLogger, wrapClaudeAgentSDK } from 'braintrust';
import { drive, tell } from './drive.mjs';
import { stepsWith } from './wrapped.mjs';

_exportsForTestingOnly.setInitialTestState();
await _exportsForTestingOnly.simulateLoginForTests();
const background = _exportsForTestingOnly.useTestBackgroundLogger();
initLogger({ projectName: 'programs', projectId: 'programs' });

await drive(
  stepsWith(wrapClaudeAgentSDK(sdk), async () => {
    for (const span of await background.drain()) {
      const { span_attributes, input, output, metadata, error, span_parents, metrics } = span;
      const counts = Object.entries(metrics ?? {}).filter(([name]) => /token/.test(name));
      const isRoot = !span_parents?.length;
      tell('span', { span_attributes, isRoot, input, output, metadata, error, counts });
    }
  }),
);
