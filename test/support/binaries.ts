/** The beginnings of programs, as their formats lay them down. */
export function elf({ machine = 62, little = true, interpreter = '' } = {}): Uint8Array {
  const bytes = new Uint8Array(256);
  const view = new DataView(bytes.buffer);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, little ? 1 : 2, 1]);
  view.setUint16(16, 2, little);
  view.setUint16(18, machine, little);
  if (interpreter === '') return bytes;
  view.setBigUint64(32, 64n, little);
  view.setUint16(54, 56, little);
  view.setUint16(56, 2, little);
  view.setUint32(64, 6, little);
  view.setUint32(120, 3, little);
  view.setBigUint64(128, 180n, little);
  view.setBigUint64(152, BigInt(interpreter.length + 1), little);
  bytes.set(new TextEncoder().encode(interpreter), 180);
  return bytes;
}

export function machO(cpu: number): Uint8Array {
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0xfeedfacf, true);
  view.setUint32(4, cpu, true);
  return bytes;
}

export function fatMachO(...cpus: number[]): Uint8Array {
  const bytes = new Uint8Array(8 + cpus.length * 20);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0xcafebabe);
  view.setUint32(4, cpus.length);
  for (const [index, cpu] of cpus.entries()) view.setUint32(8 + index * 20, cpu);
  return bytes;
}

export function pe(machine: number): Uint8Array {
  const bytes = new Uint8Array(256);
  const view = new DataView(bytes.buffer);
  bytes.set([0x4d, 0x5a]);
  view.setUint32(60, 128, true);
  bytes.set([0x50, 0x45, 0, 0], 128);
  view.setUint16(132, machine, true);
  return bytes;
}

export const machOMachines = { x64: 0x01000007, arm64: 0x0100000c };
