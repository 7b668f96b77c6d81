/** File systems take 255 bytes. The rest is for endings. */
export const longestFileName = 200;

/** A name for a file: one for each text, and none that leads out of the folder. */
export function fileNameFor(text: string): string {
  return `_${encodeURIComponent(text).replaceAll('.', '%2E')}`;
}

/** The text that `fileNameFor` made a name for. */
export function textOfFileName(name: string): string {
  return decodeURIComponent(name.slice(1));
}

/** The code of an error of the file system, such as `ENOENT`. */
export function fileErrorCode(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}

/** For `catch`: a value in place of a file or folder that does not exist. */
export function ifMissing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (fileErrorCode(error) === 'ENOENT') return value;
    throw error;
  };
}
