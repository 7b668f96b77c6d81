/// <reference types="node" preserve="true" />
/// <reference lib="esnext.disposable" preserve="true" />

export { bullmq } from './bullmq/BullmqEngine.js';
export type { BullmqSettings } from './bullmq/bullmqClasses.js';
export { embedded } from './embedded/embedded.js';
export type {
  Engine,
  EngineStatus,
  EngineWorker,
  FleetClock,
  Lease,
  WakeSettings,
  WorkSettings,
} from './engineTypes.js';
export type {
  PostgresClient,
  PostgresPool,
  PostgresResult,
  PostgresStoreSettings,
} from './postgres/postgresTypes.js';
export { postgresStore } from './postgresStore.js';
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
