/**
 * A chart that is made when it is first used. Making them all takes longer than loading their code,
 * and most programs use some of them alone.
 */
export function later<Made extends object>(make: () => Made): Made {
  let made: Made | undefined;
  const asked = (what: keyof typeof Reflect) => {
    const ask = Reflect[what] as (of: Made, ...args: unknown[]) => unknown;
    return (_: Made, ...args: unknown[]) => {
      made ??= make();
      return ask(made, ...args);
    };
  };
  // Whatever is done to it is done to the chart.
  const handler = new Proxy({}, { get: (_, what) => asked(what as keyof typeof Reflect) });
  return new Proxy({} as Made, handler);
}
