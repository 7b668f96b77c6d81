import type { CliRequest } from '../../codec/frames.js';
import { isObject, textOf } from '../../codec/jsonObject.js';
import type { CallbackRequest } from '../../machines/cliEvents.js';
import { type CallbackHost, Job, type Prepared } from '../callbacks/CallbackHost.js';
import type { ObservedCallback } from './Observation.js';
import type { Observer } from './observer.js';

/** The same callbacks, each one timed. */
export function observedCallbacks(host: CallbackHost, observer: Observer): CallbackHost {
  const observed = (prepared: Prepared, requestId: string, subtype: string, name?: string) => {
    if (prepared.kind === 'unanswerable') {
      observer.tell({ type: 'unanswerable', requestId, subtype, why: prepared.why });
    }
    if (prepared.kind !== 'callback') return prepared;
    const callback = callbackOf(prepared.request, name);
    return { ...prepared, job: timed(prepared.job, callback, observer) };
  };
  return {
    prepare(requestId, request) {
      const { subtype } = request as { subtype: string };
      return observed(host.prepare(requestId, request), requestId, subtype, eventOf(request));
    },
    prepareMalformed(requestId, subtype, why) {
      const prepared = host.prepareMalformed(requestId, subtype, why);
      return observed(prepared, requestId, subtype ?? 'unknown');
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

/** Ends with its answer, or when that no longer counts, whichever is first. */
function timed(job: Job, callback: ObservedCallback, observer: Observer): Job {
  return new Job(async (signal) => {
    const began = observer.now();
    let open = true;
    const end = (result: 'answered' | 'failed' | 'cancelled') => {
      if (!open) return;
      open = false;
      observer.tell({ type: 'callbackEnded', callback, ms: observer.now() - began, result });
    };
    observer.tell({ type: 'callbackBegun', callback });
    signal.addEventListener('abort', () => end('cancelled'), { once: true });
    try {
      const answer = await Job.run(job, signal);
      end('answered');
      return answer;
    } catch (error) {
      end('failed');
      throw error;
    }
  });
}
