import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { writeRecord } from '../../supervisor/pid-file.js';

/** Lets the cleanup of a later run find what a killed one has left. */
export const RUN_FOLDER_PREFIX = 'media-platform-test-';

/** Creates a temporary folder for servers and their data, marked with this process. */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(resolve(tmpdir()), RUN_FOLDER_PREFIX));
  // The database's own account must have access.
  chmodSync(folder, 0o711);
  // Uses the file name, because the command line may contain a shorter path of the script.
  const marker = basename(process.argv[1] ?? 'node');
  writeRecord(join(folder, 'owner.pid'), { pid: process.pid, marker, stopSignal: 'SIGTERM' });
  return folder;
}
