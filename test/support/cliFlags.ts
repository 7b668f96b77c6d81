/** Each flag with its values, in order: the order of flags and a `=` mean nothing to the CLI. */
export function flagsOf(given: readonly string[]): Record<string, unknown> {
  const flags: Record<string, string[]> = {};
  const args = given.flatMap((arg) => {
    const [, flag, value] = /^(--[\w-]+)=(.*)$/s.exec(arg) ?? [];
    return flag === undefined || value === undefined ? [arg] : [flag, value];
  });
  const starts = args.flatMap((arg, index) => (arg.startsWith('--') ? [index] : []));
  starts.forEach((start, at) => {
    const flag = args[start] as string;
    flags[flag] = [...(flags[flag] ?? []), args.slice(start + 1, starts[at + 1]).join(' ')];
  });
  const positionals = args.slice(0, starts[0]);
  return withoutBan({ ...flags, ...(positionals.length > 0 && { '': positionals }) });
}

/** The setting that forbids `bypassPermissions` is told apart from the program's own settings. */
function withoutBan({ '--settings': texts, ...flags }: Record<string, string[]>) {
  const text = texts?.at(-1);
  if (!text?.startsWith('{')) return { ...flags, ...(texts && { '--settings': texts }) };
  const { permissions = {}, ...settings } = JSON.parse(text);
  const { disableBypassPermissionsMode: ban, ...others } = permissions;
  const own = { ...settings, ...(Object.keys(others).length > 0 && { permissions: others }) };
  return {
    ...flags,
    ...(Object.keys(own).length > 0 && { '--settings': JSON.stringify(own) }),
    ...(ban && { bypassPermissions: ban }),
  };
}
