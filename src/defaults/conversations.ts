/** Sizes and limits for reading stored conversations. */

const kib = 1024;

/** How much of each end of a transcript is read to describe the conversation. The CLI keeps what matters there. */
export const transcriptEndBytes = 64 * kib;
/** The longest first prompt in a description, in characters. */
export const promptLength = 200;
/** The most that is read at a time from a transcript. */
export const transcriptChunkBytes = 256 * kib;
/** A longer line of a transcript is skipped: it would not fit into memory as text. */
export const transcriptLineBytes = 256 * kib * kib;
/** A longer file beside a transcript is ignored. */
export const sidecarBytes = 64 * kib;
/** How many transcripts of a store are loaded at once. */
export const storeLoads = 16;
/** How many transcripts on disk are read at once. */
export const transcriptReads = 4;
/** How many entries `importSessionToStore` appends at once, unless told otherwise. */
export const importBatch = 500;
/** How long git may take to list worktrees, in milliseconds. */
export const gitTimeoutMs = 5_000;
