/// <reference types="node" preserve="true" />
/// <reference lib="esnext.disposable" preserve="true" />

export type { Port } from '../ffi/process/port.js';
export {
  type ApprovalStoreContract,
  approvalStoreContracts,
  checkApprovalStore,
} from './approvalStoreContracts.js';
export { assertNothingLeft, assertNotRan, assertRan } from './assertions.js';
export type { ToolRun } from './cli/cli.js';
export { checkEngine, type EngineContract, engineContracts } from './engineContracts.js';
export { type FakeCli, type FakeCliOptions, type FakeProcess, fakeCli } from './fakeCli.js';
export {
  checkFleetStore,
  type FleetStoreContract,
  fleetStoreContracts,
} from './fleetStoreContracts.js';
export { loadScenario } from './loadScenario.js';
export type { Cover } from './model/chart/ChartCoverage.js';
export type { CoverageReport, Covered } from './model/chart/PathGenerator.js';
export type { CliAct, CliMove, Path, ThemeOptions } from './model/path.js';
export type { QueryDriver, QueryStateName } from './model/query/queryDriver.js';
export {
  type QueryAbilities,
  type QueryPath,
  type QueryPathsOptions,
  queryModel,
} from './model/query/queryModel.js';
export type { QueryStep } from './model/query/querySteps.js';
export type {
  Moment,
  PathReport,
  PlayedOptions,
  StateCheck,
} from './model/run/appDriver.js';
export { PathFailure } from './model/run/PathFailure.js';
export type {
  RequestBounds,
  SessionDriver,
  SessionStateName,
} from './model/session/sessionDriver.js';
export {
  type SessionAbilities,
  type SessionPath,
  type SessionPathsOptions,
  sessionModel,
} from './model/session/sessionModel.js';
export type { SessionStep } from './model/session/sessionSteps.js';
export { type RecordOptions, record } from './recording/record.js';
export { type ReplayedCli, replay } from './recording/replay.js';
export type {
  AgentStep,
  ApiErrorStep,
  CliVersion,
  EventStep,
  Faults,
  ParallelStep,
  Scenario,
  StartFailure,
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
export {
  checkStore,
  type StoreContract,
  type StoreContractSettings,
  storeContracts,
} from './storeContracts.js';
