import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeRecord } from '../../supervisor/pid-file.js';
import { ROOT } from './shell-blocks.js';
import { CURLRC, type ShellPlace } from './shell.js';
import { makeRunFolder } from '../support/run-folder.js';

/** Environment variables of the tests that a command of the docs gets. */
const INHERITED = [
  'PATH',
  'HOME',
  'LANG',
  'XDG_CACHE_HOME',
  'NODE_EXTRA_CA_CERTS',
  'TEMPORAL_BIN',
  'VERSITYGW_BIN',
];
/** Port settings, which the tests set to 0 to get any free port. */
const PORTS = [
  'API_PORT',
  'METRICS_PORT',
  'POSTGRES_PORT',
  'S3_PORT',
  'SOCIAL_DEMO_PORT',
  'TEMPORAL_PORT',
  'TEMPORAL_UI_PORT',
];

/** Parts of the checkout that a fresh clone does not have. */
const NOT_CLONED = ['.git', '.data', 'dist', 'node_modules'];

/** A copy of a fresh clone, in which commands may leave files. */
export interface Checkout extends ShellPlace {
  /** Registers a process. If this run is killed, the cleanup of a later run ends the process. */
  remember(pid: number): void;
  remove(): void;
}

/** Copies the current checkout with the installed dependencies. */
export function makeCheckout(extra: Record<string, string>): Checkout {
  const folder = makeRunFolder();
  const cwd = join(folder, 'checkout');
  for (const name of ['checkout', 'run']) mkdirSync(join(folder, name));
  for (const name of readdirSync(ROOT).filter((one) => !NOT_CLONED.includes(one))) {
    cpSync(join(ROOT, name), join(cwd, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(cwd, 'node_modules'));
  writeFileSync(join(folder, '.curlrc'), CURLRC);
  const inherited = INHERITED.map((name) => [name, process.env[name]] as const);
  return {
    cwd,
    env: {
      ...Object.fromEntries(inherited.flatMap(([name, value]) => (value ? [[name, value]] : []))),
      ...Object.fromEntries(PORTS.map((name) => [name, '0'])),
      CURL_HOME: folder,
      ...extra,
    },
    remember: (pid) =>
      writeRecord(join(folder, 'run', 'start.pid'), { pid, marker: 'npm', stopSignal: 'SIGTERM' }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
