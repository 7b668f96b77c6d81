/** Lays `given` over the defaults; a field that is `undefined` counts as not given. */
export function withDefaults<Settings extends object>(
  defaults: Settings,
  given: Partial<Settings> = {},
): Settings {
  return { ...defaults, ...withoutUndefined(given) };
}

/** A copy without the fields that are `undefined`, which would override a default. */
export function withoutUndefined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(
    Object.entries(value).filter(([, one]) => one !== undefined),
  ) as Partial<Value>;
}
