import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The object in a JSON file, or null when there is no such file. */
export function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Writes an object as JSON that only its owner can read; nobody ever reads an incomplete file. */
export function writePrivateJson(file: string, value: object): void {
  const making = `${file}.${process.pid}`;
  writeFileSync(making, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(making, file);
}
