/** What the first bytes of a file say about which systems can run it. `machines` uses Node's names. */
export type BinaryHeader =
  | { format: 'elf'; machines: string[]; interpreter?: string }
  | { format: 'machO' | 'pe'; machines: string[] }
  | { format: 'script'; interpreterLine: string }
  | { format: 'empty' | 'unknown' };

/** Enough for every field that we read. */
export const headerBytes = 4096;

const elfMachines: Record<number, string> = {
  3: 'ia32',
  8: 'mips',
  20: 'ppc',
  21: 'ppc64',
  22: 's390x',
  40: 'arm',
  62: 'x64',
  183: 'arm64',
  243: 'riscv64',
  258: 'loong64',
};
const machOMachines: Record<number, string> = {
  7: 'ia32',
  12: 'arm',
  16777223: 'x64',
  16777228: 'arm64',
};
const peMachines: Record<number, string> = {
  332: 'ia32',
  452: 'arm',
  34404: 'x64',
  43620: 'arm64',
};

export function readBinaryHeader(head: Uint8Array): BinaryHeader {
  if (head.length === 0) return { format: 'empty' };
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head[0] === 0x23 && head[1] === 0x21) {
    const end = head.indexOf(0x0a);
    const line = head.subarray(0, end === -1 ? head.length : end);
    return { format: 'script', interpreterLine: new TextDecoder().decode(line) };
  }
  try {
    return readElf(view) ?? readMachO(view) ?? readPe(view) ?? { format: 'unknown' };
  } catch {
    // A field lies beyond the bytes we have.
    return { format: 'unknown' };
  }
}

/** Whether a system can run the file, including by its usual emulation. Unknown formats count as yes. */
export function canRunOn(header: BinaryHeader, platform: NodeJS.Platform, arch: string): boolean {
  if (!('machines' in header)) return true;
  const native = platform === 'win32' ? 'pe' : platform === 'darwin' ? 'machO' : 'elf';
  if (header.format !== native) return false;
  const accepted = new Set([arch, ...(emulations[`${platform}-${arch}`] ?? [])]);
  return header.machines.some((machine) => accepted.has(machine));
}

// A 32-bit or translated Node may run on a machine that can run the other kind as well.
const emulations: Record<string, string[]> = {
  'linux-x64': ['ia32'],
  'linux-ia32': ['x64'],
  'linux-arm64': ['arm'],
  'linux-arm': ['arm64'],
  'darwin-arm64': ['x64'],
  'darwin-x64': ['arm64'],
  'win32-x64': ['ia32'],
  'win32-ia32': ['x64', 'arm64'],
  'win32-arm64': ['x64', 'ia32'],
};

function machineName(machines: Record<number, string>, id: number): string {
  return machines[id] ?? `machine ${id}`;
}

function readElf(view: DataView): BinaryHeader | undefined {
  if (view.byteLength < 20 || view.getUint32(0) !== 0x7f454c46) return undefined;
  const little = view.getUint8(5) !== 2;
  const machines = [machineName(elfMachines, view.getUint16(18, little))];
  const interpreter = elfInterpreter(view, little);
  return interpreter === undefined
    ? { format: 'elf', machines }
    : { format: 'elf', machines, interpreter };
}

/** The dynamic loader that a binary needs (PT_INTERP), for example musl's. */
function elfInterpreter(view: DataView, little: boolean): string | undefined {
  try {
    const wide = view.getUint8(4) === 2;
    const word = (at: number) =>
      wide ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little);
    const table = word(wide ? 32 : 28);
    const entrySize = view.getUint16(wide ? 54 : 42, little);
    const entries = view.getUint16(wide ? 56 : 44, little);
    for (let index = 0; index < Math.min(entries, 64); index++) {
      const entry = table + index * entrySize;
      if (view.getUint32(entry, little) !== 3) continue;
      const offset = word(entry + (wide ? 8 : 4));
      const size = word(entry + (wide ? 32 : 16));
      if (offset + size > view.byteLength) return undefined;
      const bytes = new Uint8Array(view.buffer, view.byteOffset + offset, size);
      return new TextDecoder().decode(bytes).replace(/\0+$/, '');
    }
  } catch {
    // It lies beyond the bytes we have. That is not worth a second read.
  }
  return undefined;
}

function readMachO(view: DataView): BinaryHeader | undefined {
  if (view.byteLength < 8) return undefined;
  const magic = view.getUint32(0);
  if (magic === 0xcffaedfe || magic === 0xcefaedfe) {
    return { format: 'machO', machines: [machineName(machOMachines, view.getUint32(4, true))] };
  }
  if (magic !== 0xcafebabe && magic !== 0xcafebabf) return undefined;
  // Java class files start with the same four bytes, followed by a version above 44.
  const count = view.getUint32(4);
  if (count === 0 || count > 40) return undefined;
  const entrySize = magic === 0xcafebabe ? 20 : 32;
  const machines = Array.from({ length: count }, (_, index) =>
    machineName(machOMachines, view.getUint32(8 + index * entrySize)),
  );
  return { format: 'machO', machines };
}

function readPe(view: DataView): BinaryHeader | undefined {
  if (view.byteLength < 64 || view.getUint16(0) !== 0x4d5a) return undefined;
  const at = view.getUint32(60, true);
  if (view.getUint32(at) !== 0x50450000) return undefined;
  return { format: 'pe', machines: [machineName(peMachines, view.getUint16(at + 4, true))] };
}
