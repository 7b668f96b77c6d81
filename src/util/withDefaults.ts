/** Lays `given` over the defaults; a field that is `undefined` counts as not given. */
export function withDefaults<Settings extends object>(
  defaults: Settings,
  given: Partial<Settings> = {},
): Settings {
  const defined = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(defined) };
}
