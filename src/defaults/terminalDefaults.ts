/** What the command does on a terminal. */

/** How long to read away what was typed before a question appeared, in milliseconds. */
export const discardTypedMs = 30;
/** How many lines the arrow keys bring back. */
export const lineHistorySize = 200;
/** How many lines of a change are shown before the user asks for all of it. */
export const shownDiffLines = 40;
/** How many unchanged lines are shown around a change. */
export const diffContextLines = 3;
/** A change with more pairs of lines than this is shown as all old lines, then all new ones. */
export const comparedLinePairs = 1_000_000;
/** A larger file is not read to show what a `Write` would change. */
export const comparedFileBytes = 1024 * 1024;
/** How often the live line is drawn, in milliseconds. */
export const liveLineMs = 80;
/** How many characters of a tool call are shown in the list of those that were refused. */
export const refusedCallWidth = 100;

/** How long `fleet send` waits for a worker before it says so, in milliseconds. */
export const noWorkerHintMs = 3_000;

/** In how many columns the live line shows at least the name of a tool. */
export const shortestLabel = 12;
