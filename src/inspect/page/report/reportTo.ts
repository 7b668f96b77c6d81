import type { PageTarget } from '../../../actors/observing/Signal.js';
import type { SignalQueue } from '../../../actors/observing/SignalQueue.js';
import { announcePage } from '../announcePage.js';
import { RowMaker } from './RowBuilder.js';
import { sourceOf } from './sourceOf.js';
import { Uplink } from './RowUploader.js';

/** Brings the signals of a queue to a page: that of another process, or one of this process's own. */
export async function reportTo({ url, content }: PageTarget, queue: SignalQueue): Promise<void> {
  if (url === undefined) return announcePage(queue, content);
  const uplink = new Uplink(url, sourceOf(content));
  await uplink.hello();
  const maker = new RowMaker(content);
  queue.open((signals) => {
    const { rows, charts } = maker.make(signals);
    return uplink.send(rows, charts);
  });
  process.once('beforeExit', () => {
    queue.flush();
    void uplink.lastWords();
  });
}
