import * as ours from '../../dist/index.js';
import { openWithSdk } from './openWithSdk.mjs';

export const open = openWithSdk(ours);
