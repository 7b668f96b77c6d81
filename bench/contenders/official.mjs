import { officialSdk } from '../../scripts/officialSdk.mjs';
import { openWithSdk } from './openWithSdk.mjs';

export const open = openWithSdk(await import(officialSdk()));
