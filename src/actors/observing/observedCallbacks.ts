import type { CliRequest } from '../../codec/frames.js';
import { isObject, textOf } from '../../codec/jsonObject.js';
import type { CallbackRequest } from '../../machines/cliEvents.js';
import { type CallbackHost, Job, type Prepared } from '../callbacks/callbackHost.js';
import type { Observer } from './Observer.js';
import type { Observation, ObservedCallback } from './observation.js';

/** The same callbacks, each one timed. */
export function observedCallbacks(host: CallbackHost, observer: Observer): CallbackHost {
  const told = (prepared: Prepared, requestId: string, subtype: string) => {
    if (prepared.kind === 'unanswerable') {
      observer.tell({ type: 'unanswerable', requestId, subtype, why: prepared.why });
    }
    return prepared;
  };
  return {
    prepare(requestId, request) {
      const { subtype } = request as { subtype: string };
      const prepared = told(host.prepare(requestId, request), requestId, subtype);
      if (prepared.kind !== 'callback') return prepared;
      const callback = callbackOf(prepared.request, eventOf(request));
      return { ...prepared, job: timed(prepared.job, { callback, request }, observer) };
    },
    prepareMalformed(requestId, subtype, why) {
      const prepared = host.prepareMalformed(requestId, subtype, why);
      return told(prepared, requestId, subtype ?? 'unknown');
    },
  };
}

function callbackOf(request: CallbackRequest, name = request.label): ObservedCallback {
  return { kind: request.kind, name, requestId: request.requestId };
}

/** A hook is known to its author by its event, not by the id that it was registered under. */
function eventOf(request: CliRequest): string | undefined {
  if (request.subtype !== 'hook_callback' || !isObject(request.input)) return undefined;
  return textOf(request.input.hook_event_name);
}

type Ending = Pick<Extract<Observation, { type: 'callbackEnded' }>, 'result' | 'answer' | 'error'>;

/** Ends with its answer, or when that no longer counts, whichever is first. */
function timed(
  job: Job,
  asked: { callback: ObservedCallback; request: CliRequest },
  observer: Observer,
): Job {
  const { callback } = asked;
  return new Job(async (abortable) => {
    const began = observer.now();
    let open = true;
    const end = (how: Ending) => {
      if (!open) return;
      open = false;
      observer.tell({ type: 'callbackEnded', callback, ms: observer.now() - began, ...how });
    };
    observer.tell({ type: 'callbackBegun', ...asked });
    abortable.signal.addEventListener('abort', () => end({ result: 'cancelled' }), { once: true });
    try {
      const answer = await observer.within(callback, () => Job.run(job, abortable));
      end({ result: 'answered', answer });
      return answer;
    } catch (error) {
      end({ result: 'failed', error });
      throw error;
    }
  });
}
