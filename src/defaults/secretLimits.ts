/** How secrets are searched for. Lengths are in characters. */
export const secretLimits = {
  /** The values of how many secret variables are known; the oldest ones are forgotten. */
  kept: 4_096,
  /** Shorter values are often ordinary words. Hiding those would garble the text. */
  minLength: 6,
  /** How many hashes of endings there are. A power of two, and far more than values. */
  hashes: 64 * 1024,
  /** How much of a text is read between two steps. */
  stepLength: 32 * 1024,
  /** From this length on, the results for the last texts are kept. */
  longText: 1024,
  keptTexts: 8,
  /** Deeper than any real configuration. What is deeper is hidden rather than left unchecked. */
  depth: 64,
  /** Log lines are cut off below this depth. */
  logDepth: 6,
  /** How often JSON inside a JSON string is parsed. Deeper JSON is read as any other text. */
  jsonLevels: 4,
  /** No variable, header or key of an object has a longer name. */
  nameLength: 256,
  /** Shorter texts have no room for a secret with a shape of its own. */
  shortestSecret: 12,
  /** Longer texts are no names. */
  longestName: 512,
  /** How much of the end of a name decides whether it is a secret's. */
  nameEnding: 128,
  /** How much of the start of a value decides whether it looks random. */
  valueStart: 256,
};
