import { actorNameIn, eventLabelIn, stateLabel } from '../model/displayNames.js';
import type { Row } from '../model/rows.js';
import type { SystemModel } from '../model/systemModel.js';
import { formatTime } from './format.js';

/** A row in a few words, with its time. */
export function describeRow(row: Row, head: SystemModel): string {
  const name = (id: string) => actorNameIn(head, id);
  const at = formatTime(row.at);
  switch (row.kind) {
    case 'event':
      return `${at}  ${eventLabelIn(head, row.type, row.to)} → ${name(row.to)}`;
    case 'frame':
      return `${at}  ${row.type} ${row.dir === 'in' ? 'to' : 'from'} the CLI`;
    case 'state':
      return `${at}  ${name(row.id)}: ${stateLabel(row.active) || row.status}`;
    case 'actor':
      return `${at}  ${name(row.id)} created`;
    case 'problem':
      return `${at}  ${row.level} ${row.code}`;
    case 'dropped':
      return `${at}  ${row.count} events dropped`;
    default:
      return `${at}  ${row.kind}`;
  }
}
