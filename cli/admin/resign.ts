import type { Client } from '@temporalio/client';
import { QUEUES, SIGNALS } from '../../domain/catalogue/queues.js';
import {
  RESIGN_ID,
  RESIGN_MEMO,
  type ResignJob,
  type ResignProgress,
  type ResignScope,
} from '../../domain/catalogue/resigning.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { countOutputs } from '../../domain/provenance/list-outputs.js';
import {
  findSigningIdentity,
  readFingerprint,
  type SigningKeyDeps,
} from '../../domain/provenance/signing-keys.js';
import { Account } from '../../entities/account.js';
import { UsageError } from '../command-line.js';
import type { Command, Outcome } from './command.js';
import type { Input } from './input.js';
import type { Admin } from './open.js';
import { withTemporal } from './with-temporal.js';

const ANSWER_MS = 10_000;
const ACTIONS = ['status', 'pause', 'continue', 'cancel'] as const;
type Action = (typeof ACTIONS)[number];

/** Signs the stored outputs again after a key change, and controls the run that does so. */
export const buildResign = (
  withKeys: (admin: Admin, work: (deps: SigningKeyDeps) => Promise<Outcome>) => Promise<Outcome>,
): Command => ({
  name: 'provenance resign',
  summary: 'Sign stored outputs again with the present key; one run at a time',
  options: {
    account: { value: 'ID', help: 'only outputs of this account' },
    before: { value: 'TIME', help: 'only outputs finished before this time (ISO 8601)' },
    'dry-run': { help: 'only count the outputs' },
    status: { help: 'print the progress or the report of the last run' },
    pause: { help: 'pause the run after its current page' },
    continue: { help: 'continue a paused run' },
    cancel: { help: 'end the run; signed outputs stay signed' },
  },
  async run(admin, input) {
    const action = readAction(input);
    if (action) return withTemporal(admin, ANSWER_MS, (client) => act(client, action));
    const scope = await readScope(admin, input);
    return withKeys(admin, async (deps) => {
      if (deps.provenance.mode === 'off') throw refuseOff();
      const counts = await count(deps, scope);
      if (input.flag('dry-run')) return { data: counts };
      await withTemporal(admin, ANSWER_MS, (client) => start(client, scope));
      const note = 'Started. `provenance resign --status` prints the progress.';
      return { data: { workflow_id: RESIGN_ID, ...counts }, note };
    });
  },
});

/** @throws {UsageError} for flags that exclude each other */
function readAction(input: Input): Action | null {
  const given = ACTIONS.filter((name) => input.flag(name));
  const isStart =
    input.flag('dry-run') || (input.optional('account') ?? input.optional('before')) !== null;
  if (given.length > 1 || (given.length === 1 && isStart)) {
    throw new UsageError(`Give --${given[0]} alone: it concerns the run that was started.`);
  }
  return given[0] ?? null;
}

async function readScope({ db }: Admin, input: Input): Promise<ResignScope> {
  const accountId = input.optional('account');
  if (accountId !== null && !(await db.manager.existsBy(Account, { id: accountId }))) {
    throw new Refusal('NOT_FOUND', { message: `No account ${accountId}.` });
  }
  const text = input.optional('before');
  const before = text === null ? Date.now() : Date.parse(text);
  if (!Number.isNaN(before)) return { accountId, before };
  throw new UsageError(`--before must be a time such as 2026-11-01T00:00:00Z, not "${text}".`);
}

async function count(deps: SigningKeyDeps, scope: ResignScope) {
  const fingerprint = readFingerprint(await findSigningIdentity(deps));
  const { total, signed } = await countOutputs(deps.db, scope, fingerprint);
  return {
    total,
    signed_by_present_key: signed,
    to_sign: total - signed,
    fingerprint_sha256: fingerprint,
  };
}

/** @throws {Refusal} CONFLICT while a run is open */
async function start({ workflow }: Client, scope: ResignScope): Promise<void> {
  const job: ResignJob = scope;
  try {
    await workflow.start('resignLibrary', {
      workflowId: RESIGN_ID,
      taskQueue: QUEUES.orchestrator,
      args: [job],
    });
  } catch (cause) {
    if (!isNamed(cause, 'WorkflowExecutionAlreadyStartedError')) throw cause;
    const message =
      'A run is open. `provenance resign --status` prints its progress; `--cancel` ends it.';
    throw new Refusal('CONFLICT', { message, cause });
  }
}

async function act({ workflow }: Client, action: Action): Promise<Outcome> {
  const handle = workflow.getHandle(RESIGN_ID);
  try {
    if (action === 'cancel') await handle.cancel();
    else if (action !== 'status') await handle.signal(SIGNALS[action]);
    const { status, memo = {}, startTime } = await handle.describe();
    const progress = memo[RESIGN_MEMO] as ResignProgress | undefined;
    const data = present(status.name, startTime, progress);
    return action === 'status' ? { data } : { data, note: NOTES[action] };
  } catch (cause) {
    if (!isNamed(cause, 'WorkflowNotFoundError')) throw cause;
    const message =
      action === 'status'
        ? 'No run was started, or its record has expired. `provenance resign` starts one.'
        : 'No run is open. `provenance resign` starts one, and skips what is signed.';
    throw new Refusal('NOT_FOUND', { message, cause });
  }
}

const NOTES = {
  pause: 'The run pauses after its current page.',
  continue: 'The run continues.',
  cancel: 'The run ends after its current output.',
} as const;

/** Presents a run; an ended run's own state may be older, for example if it was terminated. */
const present = (run: string, startTime: Date, progress: ResignProgress | undefined) => ({
  run,
  state: progress?.state ?? 'starting',
  total: progress?.total ?? null,
  done: progress?.signed ?? 0,
  skipped: progress?.skipped ?? 0,
  failed: progress?.failed ?? 0,
  started_at: (progress ? new Date(progress.startedAt) : startTime).toISOString(),
  failures: progress?.failures ?? [],
});

const isNamed = (error: unknown, name: string): boolean =>
  error instanceof Error && error.name === name;

const refuseOff = () =>
  new Refusal('CONFLICT', { message: 'PROVENANCE is off, so outputs are not signed.' });
