import { queryChart } from '../../../src/machines/query/queryChart.js';
import type { QueryEmitted, QueryEvent } from '../../../src/machines/query/queryTypes.js';
import type { MachineSettings } from '../../../src/machines/settings.js';
import { stillLaunch } from '../../support/stillLaunch.js';
import { fromCli, result } from './fromCli.js';
import { done } from './sessionWalk.js';
import { Walk } from './Walk.js';

export type QueryWalk = Walk<typeof queryChart>;

export const starting = (settings: Partial<MachineSettings> = {}): QueryWalk =>
  new Walk(queryChart, { launch: stillLaunch(), settings });
export const streaming = (settings: Partial<MachineSettings> = {}): QueryWalk =>
  starting(settings).take(done('version', { kind: 'accepted' }));
export const resultReceived = (
  settings: Partial<MachineSettings> = {},
  fields: object = {},
): QueryWalk => streaming(settings).take(...fromCli(result(fields)));

export const oversize: QueryEvent = { type: 'cli.oversize', head: '{"a', limit: 16 };
export const outputEnded: QueryEvent = { type: 'process.outputEnded' };

/** What the consumer gets by the last step: one word an item. */
export function items({ emitted }: QueryWalk): string[] {
  return emitted.flatMap((event) => {
    if (event.type === 'ended') return [event.error ? `throws ${event.error.code}` : 'end'];
    return event.type === 'items' ? event.items.map(wordFor) : [];
  });
}

function wordFor(item: Extract<QueryEmitted, { type: 'items' }>['items'][number]): string {
  if (item.kind === 'message') return `message ${item.message.type}`;
  if (item.kind === 'warning') return `warning ${item.warning.code}`;
  return `error ${item.error.code}`;
}

export const warningsIn = ({ emitted }: QueryWalk) =>
  emitted.flatMap((event) =>
    event.type === 'items'
      ? event.items.flatMap((item) => (item.kind === 'warning' ? [item.warning] : []))
      : [],
  );

export const firstLadder = [{ type: 'process.end' }];
export const secondLadder = [{ type: 'process.stop', working: true }];

/** The states that the last step has announced. */
export function states({ emitted }: QueryWalk): string[] {
  return emitted.flatMap((event) => (event.type === 'stateChanged' ? [event.state] : []));
}
