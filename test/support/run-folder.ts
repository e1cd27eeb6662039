import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { writeRecord } from '../../supervisor/pid-file.js';

/** Prefix by which a later run finds the folders of a killed run and deletes them. */
export const RUN_FOLDER_PREFIX = 'media-platform-test-';

/**
 * Creates a temporary folder for servers and their data, with a record of the process that owns it.
 */
export function makeRunFolder(): string {
  const folder = mkdtempSync(join(resolve(tmpdir()), RUN_FOLDER_PREFIX));
  // PostgreSQL runs under another user account, which needs access.
  chmodSync(folder, 0o711);
  // Records only the file name: the command line of the process may show a relative path to the
  // script.
  const marker = basename(process.argv[1] ?? 'node');
  writeRecord(join(folder, 'owner.pid'), { pid: process.pid, marker, stopSignal: 'SIGTERM' });
  return folder;
}
