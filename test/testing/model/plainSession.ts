import { planSession } from '../../../src/actors/cliPlan.js';
import type { PermissionResult } from '../../../src/codec/permissions.js';
import { Session } from '../../../src/Session.js';
import type { SessionDriver } from '../../../src/testing/model/session/sessionDriver.js';

export interface PlainSession {
  session: Session;
  decide?: (result: PermissionResult) => void;
}

/** An application that is nothing but a session, and can be asked for everything from the start. */
export const plainSession = {
  start(options) {
    const app: PlainSession = {
      session: new Session(
        planSession({
          ...options,
          hooks: { PreToolUse: [{ hooks: [async () => ({})] }] },
          canUseTool: () =>
            new Promise((resolve) => {
              app.decide = resolve;
            }),
        }),
      ),
    };
    Session.start(app.session);
    return app;
  },
  send: ({ session }, text) => session.send(text).result,
  interrupt: ({ session }) => session.interrupt(),
  allow: ({ decide }) => decide?.({ behavior: 'allow', updatedInput: {} }),
  deny: ({ decide }) => decide?.({ behavior: 'deny', message: 'no' }),
  request: ({ session }, bounds) => session.mcpServerStatus(bounds),
  end: ({ session }) => session.end(),
  stop: ({ session }) => session.stop(),
  close: ({ session }) => session.stop(),
} satisfies SessionDriver<PlainSession>;
