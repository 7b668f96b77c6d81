import type { ApprovalDesk } from '../../inspect/fleet/ApprovalDesk.js';
import type { Hub } from '../../inspect/page/server/Hub.js';
import { type PageServer, servePage } from '../../inspect/page/server/servePage.js';
import { UsageError } from '../UsageError.js';

export interface CommandPage {
  /** Any free port by default. */
  port: number | undefined;
  /** Answers approvals from the page. */
  desk?: ApprovalDesk | undefined;
}

/** Serves the page for as long as the command runs, and says what to do if its port cannot be used. */
export async function serveCommandPage(hub: Hub, { port, desk }: CommandPage): Promise<PageServer> {
  if (port !== undefined && port > 65_535) throw new UsageError('--port must be at most 65535.');
  return servePage(hub, { port, keepsAlive: true, desk }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `Could not listen on port ${port ?? ''} (${error.code}). Use another port, or omit --port.`,
    );
  });
}
