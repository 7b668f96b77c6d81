import * as sdk from '@anthropic-ai/claude-agent-sdk';
import { wrapClaudeAgentSDK } from 'langsmith/experimental/anthropic';
import { RunTree } from 'langsmith/run_trees';
import { drive, tell } from './drive.mjs';
import { stepsWith } from './wrapped.mjs';

/** Stands in for the service: keeps what would be sent to it. */
const runs = new Map();
const client = {
  async createRun(run) {
    runs.set(run.id, run);
  },
  async updateRun(id, update) {
    runs.set(id, { ...runs.get(id), ...update });
  },
  async awaitPendingTraceBatches() {},
};
RunTree.sharedClient = undefined;
const wrapped = wrapClaudeAgentSDK(sdk, { client, tracingEnabled: true });

await drive(
  stepsWith(wrapped, async () => {
    for (const run of runs.values()) {
      const { name, run_type, inputs, outputs, error, parent_run_id, extra } = run;
      const parent = runs.get(parent_run_id)?.name;
      const { metadata } = extra ?? {};
      tell('run', { name, run_type, parent, inputs, outputs, error, metadata });
    }
  }),
);
