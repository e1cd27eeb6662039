import { mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const HEARTBEAT_MS = 5_000;
const STALE_AFTER_MS = 60_000;
const POLL_MS = 300;

/**
 * Runs `work` while holding a lock file, which only one process can hold. @template T
 * @param {string} file path of the lock; its folder is created
 * @param {() => void} onWait called once if another process holds the lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} the result of `work`
 */
export async function withLock(file, onWait, work) {
  await mkdir(dirname(file), { recursive: true });
  for (let waited = false; !(await take(file)); waited = true) {
    if (await dropStale(file)) continue;
    if (!waited) onWait();
    await sleep(POLL_MS);
  }
  // The modification time shows that the holder is alive, even to a process in another container
  // that shares the folder but cannot see the holder.
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => clearInterval(heartbeat));
  }, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(file, { force: true });
  }
}

async function take(file) {
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(JSON.stringify({ pid: process.pid, host: hostname() }));
    await handle.close();
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a lock whose holder has ended; returns true if the lock may be free now. */
async function dropStale(file) {
  try {
    const seen = await stat(file);
    const silentMs = Date.now() - seen.mtimeMs;
    if (silentMs < STALE_AFTER_MS && (await isHeld(file))) return false;
    // The file is renamed instead of removed: if two processes see the same stale lock, only one
    // can rename it. The inode then shows whether it was still the same lock.
    const aside = `${file}.${process.pid}`;
    await rename(file, aside);
    const taken = await stat(aside);
    if (taken.ino === seen.ino) await rm(aside, { force: true });
    else await rename(aside, file);
    return true;
  } catch (error) {
    if (error.code === 'ENOENT') return true;
    throw error;
  }
}

async function isHeld(file) {
  const text = await readFile(file, 'utf8');
  if (text === '') return true;
  const { pid, host } = JSON.parse(text);
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
