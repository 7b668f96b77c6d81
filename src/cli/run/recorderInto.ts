import { writeFile } from 'node:fs/promises';
import type { Port } from '../../ffi/process/port.js';
import { record } from '../../testing/recording/record.js';
import { UsageError } from '../UsageError.js';

/** For the option `port`; says at once where the file cannot be written. */
export async function recorderInto(file: string): Promise<Port> {
  await writeFile(file, '').catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`--record: ${file} cannot be written (${code}). Give another file.`);
  });
  return record(file);
}
