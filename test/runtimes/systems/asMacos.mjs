// Loaded before a case: the library takes its macOS branches, as far as they depend on the platform.
import process from 'node:process';

Object.defineProperty(process, 'platform', { value: 'darwin' });
