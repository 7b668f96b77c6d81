/** All fields of a context, none left out, so that the compiler misses one that is forgotten. */
export type Whole<Context> = { [Name in keyof Required<Context>]: Context[Name] };
