import { type Actor, type AnyActorLogic, type AnyActorRef, fromCallback } from 'xstate';
import { ClaudeActorsError } from '../../errors.js';
import { forwardToParent } from '../standaloneActor.js';
import { Launch, type VersionVerdict } from './Launch.js';

/**
 * Checks the CLI's version. On `version.giveUp` it answers as if the check had failed.
 *
 * The verdict comes at once if no process has to be run for it. This is the first actor that a
 * session or query starts, so it also ties the owner to its parent and its abort signals.
 */
export const versionProbe = fromCallback<
  { type: 'version.giveUp' },
  { launch: object; owner: AnyActorRef }
>(({ input: { launch, owner }, self, sendBack, receive }) => {
  const report = ({ kind, ...rest }: VersionVerdict) =>
    sendBack({ type: `version.${kind}`, ...rest });
  const fail = (cause: unknown) => report({ kind: 'rejected', error: checkError(cause) });
  const controller = new AbortController();
  receive(() => controller.abort());
  try {
    const plan = Launch.planOf(launch);
    (launch as Launch).activity.useClock((self as unknown as Actor<AnyActorLogic>).clock);
    forwardToParent(owner, plan);
    plan.beforeStart?.(owner);
    // The owner is about to be stopped.
    if (plan.isAborted?.()) return;
    const verdict = plan.checkVersion(controller.signal);
    if (verdict instanceof Promise) verdict.then(report, fail);
    else report(verdict);
  } catch (cause) {
    fail(cause);
  }
  return () => controller.abort();
});

/** Keeps errors of our own, such as `CliNotFound`: they say more than that the check failed. */
function checkError(cause: unknown): ClaudeActorsError {
  if (cause instanceof ClaudeActorsError) return cause;
  const message =
    'Could not find out the version of Claude Code. Run `claude --version` to see why.';
  return new ClaudeActorsError('VersionDetectionFailed', message, {}, { cause });
}
