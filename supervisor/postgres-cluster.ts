import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresFolders } from './postgres-folders.js';

/** The database superuser's name. */
export const SUPERUSER = 'postgres';

/**
 * Returns options for all of the server's programs: its account, and a working folder that this
 * account can enter.
 */
export function runAs({ user }: PostgresFolders) {
  // The server does not start with a locale that the machine does not have.
  const env = { ...process.env, LC_ALL: 'C', LANG: 'C' };
  return { cwd: '/', env, ...(user && { uid: user.uid, gid: user.gid }) };
}

/**
 * Creates the data directory if it does not exist. An interrupted attempt does not leave a partial
 * directory.
 * @param password the superuser's password
 * @param durable false skips syncing to disk
 */
export async function ensureCluster(
  place: PostgresFolders,
  password: string,
  durable: boolean,
): Promise<void> {
  const { bin, cluster, user } = place;
  if (existsSync(join(cluster, 'PG_VERSION'))) return;
  const making = `${cluster}.making`;
  const passwordFile = `${cluster}.password`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) for (const path of [making, passwordFile]) chownSync(path, user.uid, user.gid);
  try {
    await promisify(execFile)(
      join(bin, 'initdb'),
      [
        `--pgdata=${making}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...(durable ? [] : ['--no-sync']),
      ],
      runAs(place),
    );
    renameSync(making, cluster);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** npm may unpack the programs without their execute bit. */
export function makeExecutable({ bin }: PostgresFolders): void {
  for (const name of readdirSync(bin)) {
    const path = join(bin, name);
    if (existsSync(path)) chmodExecutable(path);
  }
}

function chmodExecutable(path: string): void {
  try {
    chmodSync(path, 0o755);
  } catch (error) {
    // The files are read-only or belong to another user: the start will show whether they are
    // executable.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM' && code !== 'EROFS') throw error;
  }
}

/**
 * Removes a killed server's lock file. A new server would not start if the process id in the file
 * now belongs to another process, or to a zombie in a container without an init.
 */
export function dropStaleLock({ cluster }: PostgresFolders): void {
  const file = join(cluster, 'postmaster.pid');
  if (!existsSync(file) || process.platform !== 'linux') return;
  const pid = readFileSync(file, 'utf8').split('\n', 1)[0] ?? '';
  if (readWorkingFolder(pid) === cluster) return;
  // A killed server's sessions end shortly after it and use the data until then.
  const inUse = readdirSync('/proc').some((entry) => readWorkingFolder(entry) === cluster);
  if (!inUse) rmSync(file, { force: true });
}

function readWorkingFolder(pid: string): string | null {
  if (!/^\d+$/.test(pid)) return null;
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // The process has ended, is a zombie, or belongs to another user, so it is not a server that
    // uses our folder.
    return null;
  }
}
