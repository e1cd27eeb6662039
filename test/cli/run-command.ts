import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { tmpdir } from 'node:os';
import type { PlanName } from '../../domain/catalogue/plans.js';
import { createDataSource } from '../../entities/data-source.js';
import { buildAccount } from '../support/accounts.js';
import { testServers } from '../support/hooks.js';

const ROOT = resolve(import.meta.dirname, '..', '..');
const TSX = import.meta.resolve('tsx');
/** No platform of the checkout may leak into a test. */
const NO_PLATFORM = join(tmpdir(), 'no-platform-runs-here');

/** How a command ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs an entry of the project as its own process, with nothing in its environment but `env`. */
export function runCommand(
  script: string,
  words: readonly string[],
  env: Record<string, string>,
): Promise<Ended> {
  const options = {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: NO_PLATFORM, ...env },
    timeout: 25_000,
  };
  const args = ['--import', TSX, join(ROOT, script), ...words];
  return new Promise((done) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      const code = error ? Number(error.code ?? -1) : 0;
      done({ code, stdout, stderr });
    });
  });
}

/** `npm run admin -- …` with a database and nothing else: no Temporal, no S3. */
export function runAdmin(
  words: readonly string[],
  databaseUrl: string = testServers().databaseUrl,
): Promise<Ended> {
  const away = { TEMPORAL_ADDRESS: '127.0.0.1:1' };
  return runCommand('cli/admin/main.ts', words, { DATABASE_URL: databaseUrl, ...away });
}

/** The same with `--json`: the one object on standard output. */
export async function adminJson<T>(
  words: readonly string[],
  databaseUrl?: string,
): Promise<Ended & { json: T }> {
  const ended = await runAdmin([...words, '--json'], databaseUrl);
  return { ...ended, json: JSON.parse(ended.stdout) as T };
}

/** What `--json` prints of a refused command. */
export interface Refused {
  readonly error: { readonly code: string; readonly message: string };
}

/** A new account with one key, made without a command. */
export async function openAccount(plan: PlanName, credits = 0): Promise<string> {
  const db = createDataSource(testServers().databaseUrl, 1);
  await db.initialize();
  try {
    return (await buildAccount(db, { plan, credits, atPlanLimits: true })).accountId;
  } finally {
    await db.destroy();
  }
}
