import type { CliRequest } from '../../codec/frames.js';
import type { CallbackRequest } from '../../machines/callbackChart.js';
import { CallbackJob } from '../callbacks/CallbackJob.js';
import type { CallbackHost, Prepared } from '../callbacks/callbackHost.js';
import type { Observer } from './Observer.js';
import type { Observation, ObservedCallback } from './observation.js';

/** Wraps the user's callbacks, and reports to the observer when each one starts and ends. */
export function observedCallbacks(host: CallbackHost, observer: Observer): CallbackHost {
  const reportUnanswerable = (prepared: Prepared, requestId: string, subtype: string) => {
    if (prepared.kind === 'unanswerable') {
      observer.report({ type: 'unanswerable', requestId, subtype, why: prepared.why });
    }
    return prepared;
  };
  return {
    prepare(requestId, request) {
      const { subtype } = request as { subtype: string };
      const prepared = reportUnanswerable(host.prepare(requestId, request), requestId, subtype);
      if (prepared.kind !== 'callback') return prepared;
      const callback = callbackOf(prepared.request);
      return { ...prepared, job: timed(prepared.job, { callback, request }, observer) };
    },
    prepareMalformed(requestId, subtype, why, callbackId) {
      const prepared = host.prepareMalformed(requestId, subtype, why, callbackId);
      return reportUnanswerable(prepared, requestId, subtype ?? 'unknown');
    },
  };
}

/** A hook is named by its event, because its label is only the id of its registration. */
function callbackOf({ kind, label, hookEvent, requestId }: CallbackRequest): ObservedCallback {
  return { kind, name: hookEvent ?? label, requestId };
}

type Ending = Pick<Extract<Observation, { type: 'callbackEnded' }>, 'result' | 'answer' | 'error'>;

/** The same job, reported. It ends with its answer, or when its signal aborts, whichever is first. */
function timed(
  job: CallbackJob,
  call: { callback: ObservedCallback; request: CliRequest },
  observer: Observer,
): CallbackJob {
  const { callback } = call;
  return new CallbackJob(async (abortable) => {
    const startedAt = observer.now();
    let isOpen = true;
    const end = (ending: Ending) => {
      if (!isOpen) return;
      isOpen = false;
      observer.report({
        type: 'callbackEnded',
        callback,
        ms: observer.now() - startedAt,
        ...ending,
      });
    };
    observer.report({ type: 'callbackStarted', ...call });
    abortable.signal.addEventListener('abort', () => end({ result: 'cancelled' }), { once: true });
    try {
      const answer = await observer.within(callback, () => CallbackJob.run(job, abortable));
      end({ result: 'answered', answer });
      return answer;
    } catch (error) {
      end({ result: 'failed', error });
      throw error;
    }
  });
}
