import type { DataSource, EntityManager } from 'typeorm';
import { queryOne, queryRows } from '../../entities/rows.js';
import type { Caller } from '../accounts/caller.js';
import { expectWithinPlan, decrementCount, incrementCount } from '../accounts/plan-limits.js';
import { buildChargeRefusal } from '../accounts/refuse-charge.js';
import type { AnswerClaim } from '../catalogue/runs.js';
import { runInAccountTurn, type AccountTurnDeps } from '../durable/account-turn.js';
import { commitInAccountTurn } from '../durable/answer-once.js';
import type { StartDeps } from '../durable/start-workflow.js';
import { AlreadyAnswered, findAnswer } from '../durable/idempotency-keys.js';
import { closeHold } from '../ledger/close-hold.js';
import { reserve } from '../ledger/reserve.js';
import { emitLowBalance } from '../webhooks/emit-event.js';
import { createHash } from 'node:crypto';

/*
 * A preset character is paid with a hold: credits and a slot in the plan are reserved before its
 * portrait is drawn. The hold is open for exactly as long as it reserves a slot (invariant I13).
 */

export interface HoldDeps extends StartDeps {
  readonly newSubjectId: () => string;
}

/** A purchase's hold: its id, and the purchase's id in the ledger. */
export interface PresetHold {
  readonly id: string;
  readonly refId: string;
}

interface HoldRow extends PresetHold {
  readonly state: 'open' | 'settled' | 'released';
}

export interface PresetOrder {
  readonly caller: Caller;
  readonly claim: AnswerClaim;
  /** Price in credits. */
  readonly price: number;
}

/**
 * Reserves credits and a slot, or finds the open hold of the same request, left by a duplicate in
 * flight or an attempt whose process ended.
 * @throws {Refusal} SPEND_CAP_REACHED, INSUFFICIENT_CREDITS, LIMIT_REACHED, UNAUTHORIZED,
 * ACCOUNT_SUSPENDED; then nothing is held
 * @throws {AlreadyAnswered} if a duplicate has bought the character
 */
export async function holdPreset(deps: HoldDeps, order: PresetOrder): Promise<PresetHold> {
  const { manager } = deps.db;
  const name = deriveHoldPrefix(order.claim);
  let last = await findLast(manager, name);
  for (;;) {
    if (last?.state === 'open') return last;
    if (last?.state === 'settled' && (await findAnswer(manager, order.claim)))
      throw new AlreadyAnswered(order.claim);
    const next = { id: computeNextHoldId(name, last), refId: deps.newSubjectId() };
    try {
      await reserveOnce(deps, order, next);
      return next;
    } catch (error) {
      // If a duplicate took the last credits, the last slot or this id, it has left a newer hold.
      const now = await findLast(manager, name);
      if (now?.id === last?.id && now?.state === last?.state) throw error;
      last = now;
    }
  }
}

function reserveOnce(
  deps: HoldDeps,
  { caller, price }: PresetOrder,
  { id: holdId, refId }: PresetHold,
): Promise<void> {
  const { accountId, keyId } = caller;
  const now = new Date();
  const wanted = { accountId, keyId, holdId, refType: 'character', refId, price, now } as const;
  return commitInAccountTurn(deps, accountId, async (tx, starts) => {
    // A full plan is the first reason to refuse; `incrementCount` makes the final decision.
    await expectWithinPlan(tx, caller, 'characters');
    const reserved = await reserve(tx, wanted);
    if (!reserved.ok) throw buildChargeRefusal(reserved, price, now);
    if (reserved.lowBalance !== null)
      starts.push(...(await emitLowBalance(tx, accountId, reserved.lowBalance, now)));
    await incrementCount(tx, caller, 'characters');
  });
}

/**
 * Settles a hold in the transaction that inserts the character, which keeps the slot.
 * @returns false if the hold was released in the meantime; then the caller must roll back
 */
export async function settlePreset(tx: EntityManager, { refId }: PresetHold): Promise<boolean> {
  return (await closeHold(tx, { refType: 'character', refId, settle: 'all' })) !== null;
}

/** Returns credits and slot, unless the hold is already closed. */
export async function releasePreset(
  deps: AccountTurnDeps & { readonly db: DataSource },
  accountId: string,
  { refId }: Pick<PresetHold, 'refId'>,
): Promise<void> {
  await runInAccountTurn(deps, accountId, () =>
    deps.db.transaction(async (tx) => {
      const refunded = await closeHold(tx, { refType: 'character', refId, settle: 0 });
      if (refunded !== null) await decrementCount(tx, accountId, 'characters');
    }),
  );
}

/** Longer than a purchase takes: it waits 10 seconds in the queue and draws three times at most. */
const ABANDONED_SECONDS = 300;
const BATCH = 1_000;

const ABANDONED = `
SELECT account_id AS "accountId", ref_id AS "refId" FROM hold
WHERE state = 'open' AND ref_type = 'character' AND created_at < now() - $1 * interval '1 s'
LIMIT ${BATCH}`;

/**
 * Releases holds of purchases whose process ended before it released them.
 * @returns the number of released holds
 */
export async function releaseAbandoned(db: DataSource): Promise<number> {
  const found = await queryRows<{ accountId: string; refId: string }>(db, ABANDONED, [
    ABANDONED_SECONDS,
  ]);
  for (const { accountId, refId } of found) await releasePreset({ db }, accountId, { refId });
  return found.length;
}

/**
 * Derives the common id prefix of a request's holds, which duplicates of the request use to find
 * them.
 */
const deriveHoldPrefix = (claim: AnswerClaim): string => `hold_${hashClaim(claim).slice(0, 26)}`;

const DIGITS = 6;

function computeNextHoldId(name: string, last: HoldRow | null): string {
  const attempt = last ? Number(last.id.slice(-DIGITS)) + 1 : 1;
  return `${name}${String(attempt).padStart(DIGITS, '0')}`;
}

const LAST = `
SELECT id, ref_id AS "refId", state FROM hold WHERE id BETWEEN $1 AND $2 ORDER BY id DESC LIMIT 1`;

function findLast(db: EntityManager, name: string): Promise<HoldRow | null> {
  return queryOne<HoldRow>(db, LAST, [
    `${name}${'0'.repeat(DIGITS)}`,
    `${name}${'9'.repeat(DIGITS)}`,
  ]);
}

/**
 * Identifies a request and its duplicates, which have the same account, Idempotency-Key and body.
 */
export const hashClaim = ({ accountId, key, fingerprint }: AnswerClaim): string =>
  createHash('sha256')
    .update(JSON.stringify([accountId, key, fingerprint]))
    .digest('hex');
