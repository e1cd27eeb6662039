import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import {
  addCounts,
  NO_COUNTS,
  type ResignedPage,
  type ResignPage,
  type ResignScope,
} from '../domain/catalogue/resigning.js';
import { SigningKeyUnusable } from '../domain/ports/content-credentials.js';
import { StorageUnavailable } from '../domain/ports/object-store.js';
import { countOutputs, listOutputs, type StoredOutput } from '../domain/provenance/list-outputs.js';
import { resignOutput } from '../domain/provenance/resign-output.js';
import type { SignOutputDeps } from '../domain/provenance/sign-output.js';
import { findSigningIdentity, readFingerprint } from '../domain/provenance/signing-keys.js';
import { buildStoreUnavailable, leaveToTemporal } from './failures.js';
import { keepAlive, isStop, type StepContext } from './keep-alive.js';

/** Maximum outputs of a page, and the time after which a page begins no further output. */
const PAGE_LENGTH = 50;
const PAGE_MS = 60_000;
/** So many outputs that fail in a row mean an outage, in which the page is repeated later. */
const FAILURES_IN_A_ROW = 5;
/**
 * The rest after an output is as long as its signature took, up to this limit, so that at least
 * half of the signing thread is free for new outputs.
 */
const REST_MS_MAX = 1_000;

/** Creates the steps that sign stored outputs again. */
export function createResignActivities(deps: SignOutputDeps) {
  return {
    async countOutputs(scope: ResignScope): Promise<number> {
      return keepAlive(async () => {
        const { total } = await countOutputs(deps.db, scope, '');
        return total;
      });
    },

    /** Signs a page of outputs; a repeated call continues where the heartbeats ended. */
    async resignPage(page: ResignPage): Promise<ResignedPage> {
      return keepAlive(
        (step) => resignPage(deps, page, step).catch(leaveToTemporal),
        buildStoreUnavailable,
      );
    },
  };
}

export type ResignActivities = ReturnType<typeof createResignActivities>;

async function resignPage(
  deps: SignOutputDeps,
  page: ResignPage,
  { signal, reportState }: StepContext,
): Promise<ResignedPage> {
  const endsAt = Date.now() + PAGE_MS;
  let settled = readSettled() ?? { ...NO_COUNTS, after: page.after };
  const settle = (next: typeof settled) => {
    settled = next;
    reportState({ settled });
  };
  settle(settled);
  const signedBy = await requireKey(deps);
  const outputs = await listOutputs(deps.db, { ...page, ...settled }, signedBy, PAGE_LENGTH);
  let counts = settled;
  let inARow = 0;
  for (const output of outputs) {
    const startedAt = Date.now();
    if (startedAt > endsAt) return { ...counts, isLast: false };
    const outcome = await tryOutput(deps, output, signal);
    counts = { ...addCounts(counts, countOne(outcome, output.id)), after: output.id };
    inARow = outcome === 'failed' ? inARow + 1 : 0;
    if (inARow === FAILURES_IN_A_ROW) {
      throw new StorageUnavailable(`${inARow} outputs in a row could not be signed.`);
    }
    if (inARow === 0) settle(counts);
    if (outcome !== 'skipped') {
      await sleep(Math.min(Date.now() - startedAt, REST_MS_MAX), undefined, { signal });
    }
  }
  return { ...counts, isLast: outputs.length < PAGE_LENGTH };
}

/** Reads how far an earlier attempt of this step came. */
function readSettled(): Omit<ResignedPage, 'isLast'> | undefined {
  const details: unknown = Context.current().info.heartbeatDetails;
  return (details as { settled?: Omit<ResignedPage, 'isLast'> } | undefined)?.settled;
}

/** @throws {StorageUnavailable} if no output can be signed, after the next step was logged */
async function requireKey(deps: SignOutputDeps): Promise<string> {
  try {
    const identity = await findSigningIdentity(deps);
    deps.credentialSigner.check(identity);
    return readFingerprint(identity);
  } catch (error) {
    if (!(error instanceof SigningKeyUnusable)) throw error;
    deps.log.error({ err: error }, 'outputs cannot be signed again');
    throw new StorageUnavailable(error.message, { cause: error });
  }
}

type Outcome = 'signed' | 'skipped' | 'failed';

async function tryOutput(
  deps: SignOutputDeps,
  output: StoredOutput,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    return await resignOutput(deps, output, signal);
  } catch (error) {
    if (isStop(error, signal)) throw error;
    deps.log.error({ err: error, generation: output.id }, 'an output could not be signed again');
    return 'failed';
  }
}

const countOne = (outcome: Outcome, id: string) => ({
  ...NO_COUNTS,
  [outcome]: 1,
  failures: outcome === 'failed' ? [id] : [],
});
