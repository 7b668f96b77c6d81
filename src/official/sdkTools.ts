import type { ArtifactOutput } from './tools/artifactOutput.js';
import type {
  ProposeGoalInput,
  ProposeSkillsInput,
  PushNotificationInput,
  ReadMcpResourceDirInput,
  ReadMcpResourceInput,
  ReadNotificationsInput,
  RefreshMcpToolsInput,
  RemoteTriggerInput,
  ReportFindingsInput,
  ScheduleWakeupInput,
  SendFeedbackInput,
  ShowOnboardingRolePickerInput,
  TaskCreateInput,
  TaskGetInput,
  TaskListInput,
  TaskStopInput,
  TaskUpdateInput,
  TodoWriteInput,
  WebFetchInput,
  WebSearchInput,
  WorkflowInput,
} from './tools/moreToolInputs.js';
import type {
  ReportFindingsOutput,
  ScheduleWakeupOutput,
  SendFeedbackOutput,
  ShowOnboardingRolePickerOutput,
  TaskCreateOutput,
  TaskGetOutput,
  TaskListOutput,
  TaskStopOutput,
  TaskUpdateOutput,
  TodoWriteOutput,
  WebFetchOutput,
  WebSearchOutput,
  WorkflowOutput,
} from './tools/moreToolOutputs.js';
import type {
  AgentInput,
  ArtifactInput,
  AskUserQuestionInput,
  BashInput,
  ClaudeDesignInput,
  CronCreateInput,
  CronDeleteInput,
  CronListInput,
  EnterPlanModeInput,
  EnterWorktreeInput,
  ExitPlanModeInput,
  ExitWorktreeInput,
  FileEditInput,
  FileReadInput,
  FileWriteInput,
  GlobInput,
  GrepInput,
  ListMcpResourcesInput,
  McpInput,
  MonitorInput,
  NotebookEditInput,
  OfferChromeSetupInput,
  ProjectsInput,
} from './tools/toolInputs.js';
import type {
  AskUserQuestionOutput,
  BashOutput,
  ClaudeDesignOutput,
  CronCreateOutput,
  CronDeleteOutput,
  CronListOutput,
  EnterPlanModeOutput,
  EnterWorktreeOutput,
  ExitPlanModeOutput,
  ExitWorktreeOutput,
  FileEditOutput,
  FileWriteOutput,
  GlobOutput,
  GrepOutput,
  MonitorOutput,
  NotebookEditOutput,
  OfferChromeSetupOutput,
  ProposeGoalOutput,
  ProposeSkillsOutput,
  PushNotificationOutput,
  ReadMcpResourceDirOutput,
  ReadMcpResourceOutput,
  ReadNotificationsOutput,
  RemoteTriggerOutput,
} from './tools/toolOutputs.js';
import type {
  AgentOutput,
  FileReadOutput,
  ListMcpResourcesOutput,
  McpOutput,
  ProjectsOutput,
  RefreshMcpToolsOutput,
} from './tools/toolUnionOutputs.js';

// The entry point `claude-actors/sdk-tools`: types only.

export type * from './tools/artifactOutput.js';
export type * from './tools/moreToolInputs.js';
export type * from './tools/moreToolOutputs.js';
export type * from './tools/toolInputs.js';
export type * from './tools/toolOutputs.js';
export type * from './tools/toolUnionOutputs.js';

/** The input of any built-in tool. */
export type ToolInputSchemas =
  | AgentInput
  | ArtifactInput
  | AskUserQuestionInput
  | BashInput
  | ClaudeDesignInput
  | CronCreateInput
  | CronDeleteInput
  | CronListInput
  | EnterPlanModeInput
  | EnterWorktreeInput
  | ExitPlanModeInput
  | ExitWorktreeInput
  | FileEditInput
  | FileReadInput
  | FileWriteInput
  | GlobInput
  | GrepInput
  | ListMcpResourcesInput
  | McpInput
  | MonitorInput
  | NotebookEditInput
  | OfferChromeSetupInput
  | ProjectsInput
  | ProposeGoalInput
  | ProposeSkillsInput
  | PushNotificationInput
  | ReadMcpResourceDirInput
  | ReadMcpResourceInput
  | ReadNotificationsInput
  | RefreshMcpToolsInput
  | RemoteTriggerInput
  | ReportFindingsInput
  | ScheduleWakeupInput
  | SendFeedbackInput
  | ShowOnboardingRolePickerInput
  | TaskCreateInput
  | TaskGetInput
  | TaskListInput
  | TaskStopInput
  | TaskUpdateInput
  | TodoWriteInput
  | WebFetchInput
  | WebSearchInput
  | WorkflowInput
  | ToolOutputSchemas;

/** The output of any built-in tool. */
export type ToolOutputSchemas =
  | AgentOutput
  | ArtifactOutput
  | AskUserQuestionOutput
  | BashOutput
  | ClaudeDesignOutput
  | CronCreateOutput
  | CronDeleteOutput
  | CronListOutput
  | EnterPlanModeOutput
  | EnterWorktreeOutput
  | ExitPlanModeOutput
  | ExitWorktreeOutput
  | FileEditOutput
  | FileReadOutput
  | FileWriteOutput
  | GlobOutput
  | GrepOutput
  | ListMcpResourcesOutput
  | McpOutput
  | MonitorOutput
  | NotebookEditOutput
  | OfferChromeSetupOutput
  | ProjectsOutput
  | ProposeGoalOutput
  | ProposeSkillsOutput
  | PushNotificationOutput
  | ReadMcpResourceDirOutput
  | ReadMcpResourceOutput
  | ReadNotificationsOutput
  | RefreshMcpToolsOutput
  | RemoteTriggerOutput
  | ReportFindingsOutput
  | ScheduleWakeupOutput
  | SendFeedbackOutput
  | ShowOnboardingRolePickerOutput
  | TaskCreateOutput
  | TaskGetOutput
  | TaskListOutput
  | TaskStopOutput
  | TaskUpdateOutput
  | TodoWriteOutput
  | WebFetchOutput
  | WebSearchOutput
  | WorkflowOutput;
