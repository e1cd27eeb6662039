import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import type { PlanName } from '../../domain/catalogue/plans.js';
import { createDataSource } from '../../entities/data-source.js';
import { findPackedCode } from '../support/packed-code.js';
import { buildAccount } from '../support/accounts.js';
import { testDatabaseUrl } from '../support/test-database.js';

const ROOT = resolve(import.meta.dirname, '..', '..');
/** A platform that runs in the checkout must not affect a test. */
const NO_PLATFORM = join(tmpdir(), 'no-platform-runs-here');

/** The result of a command. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Commands that load files of the checkout that are not packed, so these commands run from the sources. */
const FROM_SOURCES = ['cli/replay.ts', 'cli/temporal.ts'];

/**
 * Runs a command of the project in a separate process, with only `env` in its environment. The command is packed code,
 * which starts eight times as fast as the sources.
 */
export async function runCommand(
  script: string,
  words: readonly string[],
  env: Record<string, string>,
): Promise<Ended> {
  const folder = await findPackedCode();
  const options = {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: join(folder, '.compiled'),
      DATA_DIR: NO_PLATFORM,
      ...env,
    },
    timeout: 60_000,
  };
  const args = FROM_SOURCES.includes(script)
    ? ['--import', join(ROOT, 'tools', 'ts-hooks.mjs'), join(ROOT, script), ...words]
    : [join(folder, script.replace(/ts$/, 'js')), ...words];
  return new Promise((done) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      const code = error ? Number(error.code ?? -1) : 0;
      done({ code, stdout, stderr });
    });
  });
}

/** Runs `npm run admin -- …` with only a database: no Temporal, no S3. */
export function runAdmin(
  words: readonly string[],
  databaseUrl: string = testDatabaseUrl(),
): Promise<Ended> {
  const away = { TEMPORAL_ADDRESS: '127.0.0.1:1' };
  return runCommand('cli/admin/main.ts', words, { DATABASE_URL: databaseUrl, ...away });
}

/** Runs the command with `--json` and parses the object on standard output. */
export async function adminJson<T>(
  words: readonly string[],
  databaseUrl?: string,
): Promise<Ended & { json: T }> {
  const ended = await runAdmin([...words, '--json'], databaseUrl);
  return { ...ended, json: JSON.parse(ended.stdout) as T };
}

/** The output with `--json` when a command is refused. */
export interface Refused {
  readonly error: { readonly code: string; readonly message: string };
}

/** Creates an account with one key directly in the database, without a command. */
export async function openAccount(plan: PlanName, credits = 0): Promise<string> {
  const db = createDataSource(testDatabaseUrl(), 1);
  await db.initialize();
  try {
    return (await buildAccount(db, { plan, credits, atPlanLimits: true })).accountId;
  } finally {
    await db.destroy();
  }
}
