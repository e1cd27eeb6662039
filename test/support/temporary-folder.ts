import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Creates a temporary folder before the first test of a describe block, and deletes it after the
 * last one.
 * @returns a function that returns the path of the folder
 */
export function temporaryFolder(prefix: string): () => string {
  let folder: string | null = null;
  before('a folder is created', async () => {
    folder = await mkdtemp(join(tmpdir(), prefix));
  });
  after('the folder is deleted', async () => {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  });
  return () => {
    if (folder === null) throw new Error('the folder is made before the first test');
    return folder;
  };
}
