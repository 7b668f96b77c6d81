/// <reference types="node" preserve="true" />
/// <reference lib="esnext.disposable" preserve="true" />

export type { ToolRun } from './cli/Cli.js';
export { type FakeCli, type FakeCliOptions, type FakeProcess, fakeCli } from './fakeCli.js';
export { loadScenario } from './loadScenario.js';
export type {
  AgentStep,
  ApiErrorStep,
  CliVersion,
  EventStep,
  Faults,
  ParallelStep,
  Scenario,
  Step,
  StopStep,
  TextStep,
  ThinkingStep,
  ToolInput,
  ToolStep,
} from './scenario.js';
export { type ScenarioName, scenarios } from './scenarios.js';
export { simulatedCliPath } from './simulatedCliPath.js';
export { simulatedClock, type TestClock } from './simulatedClock.js';
