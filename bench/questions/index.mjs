/** In the order in which they are asked. Each file says in `ask` what its question is. */
export const questions = [
  'tokens',
  'messages',
  'longLines',
  'hooks',
  'slowReader',
  'imports',
  'starts',
  'idle',
  'hour',
  'crowd',
  'inspector',
  'framing',
  'guard',
];
