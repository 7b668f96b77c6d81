export type { DiscoveryAttempt, ErrorCategory, ErrorCode, ErrorDetails } from './errors.js';
export { ClaudeActorsError, isTerminal } from './errors.js';
