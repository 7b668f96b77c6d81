/** Every benchmark, in the order in which they run. The comment on `measure` says what it answers. */
export const benchmarks = [
  'tokens',
  'messages',
  'longLines',
  'hooks',
  'slowReader',
  'imports',
  'starts',
  'firstToken',
  'idle',
  'heapGrowth',
  'manySessions',
  'inspector',
  'framing',
  'guard',
  'fleet',
];
