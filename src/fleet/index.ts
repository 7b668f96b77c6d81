export { bullmq } from './bullmq/BullmqEngine.js';
export type { BullmqSettings } from './bullmq/bullmqClasses.js';
export { embedded } from './embedded/embedded.js';
export type {
  Engine,
  EngineStatus,
  EngineWorker,
  EngineWorkSettings,
  FleetClock,
  Lease,
  WakeSettings,
} from './engineTypes.js';
export { createFleet, Fleet } from './Fleet.js';
export { FleetSession } from './FleetSession.js';
export type {
  ConversationFacts,
  ConversationInfo,
  FleetOptions,
  FleetPoolOptions,
  FleetRecovery,
  FleetRow,
  FleetRowData,
  SendReceipt,
  SendSettings,
} from './fleetTypes.js';
export type {
  PostgresClient,
  PostgresPool,
  PostgresResult,
  PostgresStoreSettings,
} from './postgres/postgresTypes.js';
export { postgresStore } from './postgresStore.js';
export type { RowSettings } from './readRows.js';
export { fileStore } from './stores/fileStore.js';
export { memoryStore } from './stores/memoryStore.js';
export type {
  ChangeOutcome,
  FleetStore,
  NewRow,
  RecordChange,
  StoredJson,
  StoredRow,
  StoreEvent,
} from './storeTypes.js';
