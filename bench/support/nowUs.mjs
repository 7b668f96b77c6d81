/** Microseconds, on the clock that all processes of the machine share. */
export function nowUs() {
  return Number(process.hrtime.bigint()) / 1000;
}
