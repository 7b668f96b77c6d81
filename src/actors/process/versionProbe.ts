import { fromCallback } from 'xstate';
import { ClaudeActorsError } from '../../errors.js';
import type { VersionEvent } from '../../machines/versionChart.js';
import { Launch } from './Launch.js';

/** Finds out the CLI's version; told to give up, it gives the verdict of a failed probe. */
export const versionProbe = fromCallback<{ type: 'version.giveUp' }, { launch: object }>(
  ({ input, sendBack, receive }) => {
    const tell = (event: VersionEvent) => sendBack(event);
    const controller = new AbortController();
    receive(() => controller.abort());
    Promise.resolve()
      .then(() => Launch.planOf(input.launch).checkVersion(controller.signal))
      .then(
        (verdict) => {
          if (verdict.kind === 'rejected') {
            tell({ type: 'version.rejected', error: verdict.error });
          } else {
            const { kind: _, ...accepted } = verdict;
            tell({ type: 'version.accepted', ...accepted });
          }
        },
        (cause: unknown) => {
          const message = 'The version of the CLI could not be found out. Run `claude --version`.';
          const error = new ClaudeActorsError('VersionDetectionFailed', message, {}, { cause });
          tell({ type: 'version.rejected', error });
        },
      );
    return () => controller.abort();
  },
);
