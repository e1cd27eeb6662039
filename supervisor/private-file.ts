import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Reads the object in a JSON file; null if the file does not exist. */
export function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/**
 * Writes an object as a JSON file that only its owner can read. The write is atomic, so no reader
 * sees a partial file.
 */
export function writePrivateJson(file: string, value: object): void {
  const making = `${file}.${process.pid}`;
  writeFileSync(making, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(making, file);
}
