import type { ResultMessage } from '../../codec/results.js';
import type { StreamItem } from '../../streamItem.js';

export type MessageItem = Extract<StreamItem, { kind: 'message' }>;

export interface Ending {
  result: ResultMessage | undefined;
  interrupted: boolean;
}

/** How a run is shown. */
export interface RunView {
  message(item: MessageItem): void;
  /** Something for whoever watches, not for whoever reads the answer. */
  note(line: string): void;
  finish(ending: Ending): void;
}
