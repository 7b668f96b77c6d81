/** Node fires a longer timer at once. Charts use it for "never". */
export const longestTimeout = 2_147_483_647;
