/** What may happen to a one-shot query from outside. */
export type QueryStimulus =
  | { type: 'spawn' }
  | { type: 'spawnFail' }
  | {
      type: 'message';
      kind: 'text' | 'system' | 'state' | 'lifecycle' | 'taskStarted' | 'taskEnded';
    }
  | { type: 'result'; isError?: boolean }
  | { type: 'line'; kind: 'notJson' | 'badUtf8' | 'noType' | 'oversize' | 'large' | 'cutOff' }
  | { type: 'control'; kind: 'callback' | 'badCallback' | 'unanswerable' | 'cancel' | 'response' }
  | { type: 'exit'; code: number }
  | { type: 'outputEnded' }
  /** More than a consumer may leave unread. */
  | { type: 'flood' }
  | { type: 'time'; ms: number }
  | { type: 'pull' }
  | { type: 'close'; reason: 'close' | 'abort' }
  | { type: 'interrupt' }
  | { type: 'version'; verdict: 'accepted' | 'warning' | 'rejected' };
