/// <reference types="node" preserve="true" />
/// <reference lib="esnext.disposable" preserve="true" />

export type { Content } from '../options/runtimeTypes.js';
export type { InspectedConversation, InspectedFleet } from './fleet/inspectedFleet.js';
export { type InspectorPage, openPage, type PageOptions } from './page/openPage.js';
export {
  connectInspector,
  type Inspector,
  type InspectorOptions,
} from './stately/connectInspector.js';
