import * as ours from '../../dist/index.js';
import { openWith } from './openWith.mjs';

export const open = openWith(ours);
