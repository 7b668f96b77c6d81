import type { SignalQueue } from '../../../actors/observing/SignalQueue.js';
import type { PageTarget } from '../../../actors/observing/signal.js';
import { describeProgram, openLocalPage } from '../localPage.js';
import { RowBuilder } from './RowBuilder.js';
import { RowUploader } from './RowUploader.js';

/**
 * Reports the signals of a queue to a page: to the one at the given address, or to a page that this
 * process opens for itself. Loaded only once a session is to be shown.
 */
export async function reportTo({ url, content }: PageTarget, queue: SignalQueue): Promise<void> {
  if (url === undefined) {
    const { server, drain } = await openLocalPage({ content });
    queue.open(drain);
    // On stderr, as `node --inspect` does.
    process.stderr.write(`Inspect the session at ${server.url}\n`);
    return;
  }
  const uploader = new RowUploader(url, describeProgram(content));
  await uploader.connect();
  const builder = new RowBuilder(content);
  queue.open((signals) => {
    const { rows, charts } = builder.build(signals);
    return uploader.send(rows, charts);
  });
  process.once('beforeExit', () => {
    queue.flush();
    void uploader.close();
  });
}
