import { officialSdk } from '../../scripts/officialSdk.mjs';
import { openWith } from './openWith.mjs';

export const open = openWith(await import(officialSdk()));
