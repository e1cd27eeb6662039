import { mkdir, mkdtemp, readdir, rename, rm, chmod } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { withLock } from './lock.mjs';
import { say } from './progress.mjs';

/**
 * Provides a folder in the cache. It is filled in another place and then renamed, so that no
 * process sees a partial folder.
 * @param {string} home the folder
 * @param {() => Promise<boolean>} isReady whether its content works
 * @param {(work: string) => Promise<void>} fill fills an empty folder, which becomes `home`
 */
export async function provideFolder(home, isReady, fill) {
  if (await isReady()) return;
  const name = basename(dirname(home));
  const onWait = () => say(`${name}: waiting for another run that is preparing it`);
  await withLock(`${home}.lock`, onWait, async () => {
    if (!(await isReady())) await make(home, fill);
  });
}

async function make(home, fill) {
  const parent = dirname(home);
  const prefix = `making-${basename(home)}-`;
  await mkdir(parent, { recursive: true });
  // This process holds the lock, so incomplete folders are left over from an interrupted process.
  for (const entry of await readdir(parent)) {
    if (entry.startsWith(prefix)) await rm(join(parent, entry), { recursive: true, force: true });
  }
  const work = await mkdtemp(join(parent, prefix));
  try {
    await fill(work);
    await chmod(work, 0o755);
    await rm(home, { recursive: true, force: true });
    await rename(work, home);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
