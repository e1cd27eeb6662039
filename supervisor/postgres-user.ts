import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The account that runs the database server. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Chooses the account that runs PostgreSQL, which refuses to run as root: the owner of the existing
 * cluster, otherwise `postgres`, otherwise `nobody`.
 * @returns null if this process is not root, so that the server runs as the same user
 * @throws {Error} if this process is root and finds no such account
 */
export function chooseDatabaseUser(clusterDir: string): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const version = join(clusterDir, 'PG_VERSION');
  if (existsSync(version) && statSync(version).uid !== 0) return statSync(version);
  const user = findSystemUser('postgres') ?? findSystemUser('nobody');
  if (user) return user;
  throw new Error(
    'PostgreSQL cannot run as root and there is no account "postgres" or "nobody": start as a normal user, or set DATABASE_URL',
  );
}

/** Returns whether the account can enter a folder and every folder above it. */
export function canEnter(user: SystemUser, folder: string): boolean {
  const { uid, gid } = user;
  const script = 'cd "$1"';
  return spawnSync('/bin/sh', ['-c', script, 'sh', folder], { uid, gid, cwd: '/' }).status === 0;
}

function findSystemUser(name: string): SystemUser | null {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' })),
    );
    return uid && gid ? { uid, gid } : null;
  } catch {
    // `id` fails if the account does not exist.
    return null;
  }
}
