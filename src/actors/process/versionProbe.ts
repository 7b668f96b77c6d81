import { fromCallback } from 'xstate';
import { ClaudeActorsError } from '../../errors.js';
import type { VersionEvent } from '../../machines/versionChart.js';
import { Launch } from './Launch.js';

/** Checks the CLI's version. On `version.giveUp` it answers as if the check had failed. */
export const versionProbe = fromCallback<{ type: 'version.giveUp' }, { launch: object }>(
  ({ input, sendBack, receive }) => {
    const report = (event: VersionEvent) => sendBack(event);
    const controller = new AbortController();
    receive(() => controller.abort());
    Promise.resolve()
      .then(() => Launch.planOf(input.launch).checkVersion(controller.signal))
      .then(
        (verdict) => {
          if (verdict.kind === 'rejected') {
            report({ type: 'version.rejected', error: verdict.error });
          } else {
            const { kind: _, ...accepted } = verdict;
            report({ type: 'version.accepted', ...accepted });
          }
        },
        (cause: unknown) => {
          const message =
            'Could not find out the version of Claude Code. Run `claude --version` to see why.';
          const error = new ClaudeActorsError('VersionDetectionFailed', message, {}, { cause });
          report({ type: 'version.rejected', error });
        },
      );
    return () => controller.abort();
  },
);
