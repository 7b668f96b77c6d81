import { inspectVariable } from '../../actors/observing/inspection.js';
import type { Fleet } from '../../fleet/index.js';
import { ApprovalDesk } from '../../inspect/fleet/ApprovalDesk.js';
import { FleetFeed } from '../../inspect/fleet/FleetFeed.js';
import { Hub } from '../../inspect/page/server/Hub.js';
import { exitCodes } from '../exitCodes.js';
import type { Host } from '../host.js';
import { serveCommandPage } from '../inspect/serveCommandPage.js';
import { UsageError } from '../UsageError.js';

export interface FleetPageFlags {
  'show-content'?: boolean | undefined;
  answer?: boolean | undefined;
  port?: number | undefined;
}

/** Shows a fleet on the inspector page until Ctrl-C. */
export async function inspectFleet(
  fleet: Fleet,
  { 'show-content': isShown = false, answer = false, port }: FleetPageFlags,
  host: Host,
): Promise<number> {
  if (answer && !isShown) {
    throw new UsageError('--answer needs --show-content: do not allow what you cannot see.');
  }
  const content = isShown ? 'shown' : 'hidden';
  const hub = new Hub();
  const desk = answer ? new ApprovalDesk(fleet) : undefined;
  const server = await serveCommandPage(hub, { port, desk });
  const feed = new FleetFeed(fleet, hub, { content, answers: answer });
  const query = isShown ? '?content=shown' : '';
  host.stderr.line(`Inspect at ${server.answerUrl ?? server.url}`);
  host.stderr.line(
    `To see their sessions too, start workers with ${inspectVariable}='${server.url}${query}'`,
  );
  await new Promise<void>((resolve) => host.onInterrupt(() => resolve()));
  feed.close();
  await server.close();
  return exitCodes.ok;
}
