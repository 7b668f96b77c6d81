/**
 * An object that is created when it is first used. Creating all charts takes longer than loading
 * their code, and most programs use only a few of them.
 */
export function lazy<Value extends object>(create: () => Value): Value {
  let value: Value | undefined;
  // Every operation on the proxy (get, has, ownKeys, …) is done to the real object instead.
  const forward = (operation: keyof typeof Reflect) => {
    const reflect = Reflect[operation] as (target: Value, ...args: unknown[]) => unknown;
    return (_: Value, ...args: unknown[]) => {
      value ??= create();
      return reflect(value, ...args);
    };
  };
  const handler = new Proxy(
    {},
    { get: (_, operation) => forward(operation as keyof typeof Reflect) },
  );
  return new Proxy({} as Value, handler);
}
