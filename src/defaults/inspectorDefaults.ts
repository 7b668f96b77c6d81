/** How much of an actor's context is reported to the inspector page. */
export const contextLimits = {
  maxFields: 60,
  /** The length of one field as JSON. */
  maxLength: 2_000,
  /** How many values are read of one field. */
  maxParts: 200,
  maxDepth: 4,
};
