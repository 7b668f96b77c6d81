import { describe, expect, it } from '@jest/globals';
import { nodeFileSystem } from '../../../src/ffi/discovery/fileSystem.js';
import { canRunOn, readBinaryHeader } from '../../../src/ffi/process/binaryHeader.js';
import { elf, fatMachO, machO, machOMachines, pe } from '../../support/binaries.js';

const { x64, arm64 } = machOMachines;
const javaClass = new Uint8Array(4096);
javaClass.set([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61]);

describe('readBinaryHeader', () => {
  it.each([
    ['ELF for x64', elf(), { format: 'elf', machines: ['x64'] }],
    ['ELF for arm64', elf({ machine: 183 }), { format: 'elf', machines: ['arm64'] }],
    ['big-endian ELF', elf({ machine: 22, little: false }), { format: 'elf', machines: ['s390x'] }],
    ['ELF of a rare kind', elf({ machine: 999 }), { format: 'elf', machines: ['machine 999'] }],
    ['Mach-O', machO(arm64), { format: 'machO', machines: ['arm64'] }],
    ['universal Mach-O', fatMachO(x64, arm64), { format: 'machO', machines: ['x64', 'arm64'] }],
    ['PE for arm64', pe(0xaa64), { format: 'pe', machines: ['arm64'] }],
    ['PE for x64', pe(0x8664), { format: 'pe', machines: ['x64'] }],
    ['nothing', new Uint8Array(0), { format: 'empty' }],
    ['a Java class', javaClass, { format: 'unknown' }],
    ['an old DOS program', pe(0).slice(0, 100), { format: 'unknown' }],
    ['a cut ELF', elf().slice(0, 10), { format: 'unknown' }],
  ])('reads %s', (_, head, header) => {
    expect(readBinaryHeader(head)).toEqual(header);
  });

  it('reads the loader of an ELF binary', () => {
    const header = readBinaryHeader(elf({ interpreter: '/lib/ld.so' }));
    expect(header).toMatchObject({ interpreter: '/lib/ld.so' });
    const cut = readBinaryHeader(elf({ interpreter: '/lib/ld.so' }).subarray(0, 185));
    expect(cut).toEqual({ format: 'elf', machines: ['x64'] });
  });

  it('reads the program of this very process', () => {
    const head = nodeFileSystem.readHead(process.execPath, 4096) ?? new Uint8Array(0);
    expect(readBinaryHeader(head)).toMatchObject({ machines: [process.arch] });
    expect(canRunOn(readBinaryHeader(head), process.platform, process.arch)).toBe(true);
  });

  it.each([
    ['win32', 'arm64', pe(0x8664), true],
    ['win32', 'x64', pe(0xaa64), false],
    ['darwin', 'arm64', machO(x64), true],
    ['darwin', 'x64', fatMachO(x64, arm64), true],
    ['linux', 'x64', machO(x64), false],
    ['linux', 'x64', elf({ machine: 3 }), true],
    ['linux', 'x64', elf({ machine: 183 }), false],
    ['darwin', 'arm64', elf({ machine: 183 }), false],
    ['linux', 'x64', new TextEncoder().encode('#!/bin/sh\n'), true],
  ] as const)('on %s, %s', (platform, arch, head, expected) => {
    expect(canRunOn(readBinaryHeader(head), platform, arch)).toBe(expected);
  });
});
