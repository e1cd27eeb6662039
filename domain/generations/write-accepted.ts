import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { ACCEPT_ENDS } from '../../entities/functions/accept-generation.js';
import type { Generation } from '../../entities/generation.js';
import { queryOne, queryPrepared } from '../../entities/rows.js';
import type { Caller } from '../accounts/caller.js';
import { buildChargeRefusal } from '../accounts/refuse-charge.js';
import type { GenerationInput } from '../contract/generation-input.js';
import type { GenerationView } from '../contract/generation.js';
import { runInAccountTurn, type AccountTurnDeps } from '../durable/account-turn.js';
import { repeatEnded, type RequestClaim } from '../durable/answer-once.js';
import { toStartRow, type WorkflowToStart } from '../durable/start-workflow.js';
import { AlreadyAnswered, LOCK_TIMEOUT, refuseInProgress } from '../durable/idempotency-keys.js';
import {
  formatUtcDay,
  formatUtcMonth,
  buildNotReserved,
  RESERVE_RULES,
  type ReserveRow,
} from '../ledger/reserve.js';
import type { CallbackTarget } from '../webhooks/callbacks.js';
import { emitLowBalance } from '../webhooks/emit-event.js';

export interface WriteDeps extends AccountTurnDeps {
  readonly db: DataSource;
}

/** The stored records of an accepted generation. */
export interface AcceptedWrites {
  readonly caller: Pick<Caller, 'accountId' | 'keyId'>;
  readonly claim: RequestClaim;
  readonly row: GenerationView;
  readonly inputs: readonly GenerationInput[];
  readonly options: Generation['options'];
  readonly start: WorkflowToStart;
  /** The response as it is sent. */
  readonly answer: string;
  readonly holdId: string;
  /** The callback, with a sealed secret in case the account has no secret yet. */
  readonly callback: (CallbackTarget & { readonly id: string; readonly secret: string }) | null;
}

/** Arguments: the values of `toValues` as JSON, and whether to write the event. */
export const ACCEPT = {
  name: 'accept_generation',
  text: 'SELECT accept_generation($1, $2, $3, $4, $5, $6) AS low_balance',
};
const RULES = JSON.stringify(RESERVE_RULES);

/** One or more generations of a request. */
export type AllWrites = readonly [AcceptedWrites, ...AcceptedWrites[]];

/**
 * Writes all records of accepted generations in one transaction: a single generation in one round
 * trip. Only the day's first charge that leaves the balance low takes more, because it also emits
 * an event.
 * @returns starts of that event's deliveries; their outbox rows are written
 * @throws {Refusal} the ledger's refusal, and CONFLICT while a duplicate of the request is in
 * flight
 * @throws {AlreadyAnswered} if a concurrent duplicate was faster
 */
export async function writeAccepted(deps: WriteDeps, all: AllWrites): Promise<WorkflowToStart[]> {
  const { db } = deps;
  const [first, ...others] = all;
  const accept = async () => {
    if (others.length > 0) return writeAll(db, all);
    try {
      await queryPrepared(db, ACCEPT, [...toValues(first), false]);
      return [];
    } catch (error) {
      if ((error as CallError).code !== ACCEPT_ENDS.balanceIsLow) throw toRefusal(error, all, 0);
      return writeAll(db, all);
    }
  };
  return runInAccountTurn(deps, first.caller.accountId, () => repeatEnded(accept));
}

/** Writes several generations, or one with the event `credits.low`, in a transaction. */
function writeAll(db: DataSource, all: AllWrites): Promise<WorkflowToStart[]> {
  return db.transaction(async (tx) => {
    const starts: WorkflowToStart[] = [];
    for (const [at, writes] of all.entries()) {
      const values = [...toValues(writes), true];
      const written = await queryOne<{ low_balance: number | null }>(tx, ACCEPT.text, values).catch(
        (error: unknown) => {
          throw toRefusal(error, all, at);
        },
      );
      const balance = written?.low_balance ?? null;
      const { caller, row } = writes;
      // Another charge may have emitted the event in the meantime.
      if (balance === null) continue;
      starts.push(...(await emitLowBalance(tx, caller.accountId, balance, row.createdAt)));
    }
    return starts;
  });
}

/** Builds the arguments of entities/functions/accept-generation.ts. */
function toValues({
  caller,
  claim,
  row,
  start,
  answer,
  inputs,
  options,
  holdId,
  callback,
}: AcceptedWrites): string[] {
  const { accountId, keyId } = caller;
  const { key, fingerprint, status, requestId } = claim;
  const { id, type, model, credits, request, timeline, createdAt } = row;
  const of = { key_id: keyId, created_at: createdAt };
  const own = {
    ...(Object.keys(row.metadata).length > 0 && { metadata: row.metadata }),
    ...(callback && { callback }),
  };
  const objects = [
    { account_id: accountId, key, fingerprint, status, body: answer, request_id: requestId },
    { id, type, model, credits, request, timeline, inputs, options, ...of, ...own },
    toStartRow(start),
    {
      id: holdId,
      tx_id: randomUUID(),
      month: formatUtcMonth(createdAt),
      today: formatUtcDay(createdAt),
    },
  ];
  return [...objects.map((object) => JSON.stringify(object)), RULES];
}

const UNIQUE_VIOLATION = '23505';

/** The PostgreSQL error that ended a database call. */
interface CallError {
  readonly code?: string;
  readonly detail?: string;
  /** The violated constraint. */
  readonly constraint?: string;
  /** The error's context, which contains the failed statement. */
  readonly where?: string;
}

/**
 * Converts a database error to the caller's error.
 * @param at index of the refused reservation; earlier ones are rolled back
 */
function toRefusal(error: unknown, all: AllWrites, at: number): unknown {
  const ended = error as CallError;
  const [{ claim, row }] = all;
  switch (ended.code) {
    case UNIQUE_VIOLATION:
      return ended.constraint === 'idempotency_key_pk' ? new AlreadyAnswered(claim) : ended;
    case ACCEPT_ENDS.notReserved: {
      const reserved = JSON.parse(ended.detail ?? '') as ReserveRow;
      const taken = at * row.credits;
      const before = {
        ...reserved,
        available: reserved.available + taken,
        held: reserved.held - taken,
        spent: reserved.spent === null ? null : reserved.spent - taken,
      };
      const price = all.length * row.credits;
      return buildChargeRefusal(buildNotReserved(before, price), price, row.createdAt);
    }
    case LOCK_TIMEOUT:
      // Only a duplicate of the request holds the response index. A wait for another row is
      // unrelated.
      return ended.where?.includes('idempotency_key') ? refuseInProgress(ended) : ended;
    default:
      return ended;
  }
}
