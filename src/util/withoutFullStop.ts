/** A text that becomes part of a sentence. Its own full stop would be doubled. */
export function withoutFullStop(text: string): string {
  return text.replace(/(?<!\.)\.\s*$/, '');
}
