import type { DataSource, EntityManager } from 'typeorm';
import type { AnswerClaim } from '../catalogue/runs.js';
import type { Vault } from '../ports/vault.js';
import { runInAccountTurn } from './account-turn.js';
import { AlreadyAnswered, sealAnswer, storeAnswer } from './idempotency-keys.js';
import {
  startAfterCommit,
  startNow,
  type StartDeps,
  type WorkflowToStart,
} from './start-workflow.js';

/** A request's idempotency claim, with the status of its stored response. */
export interface RequestClaim extends AnswerClaim {
  readonly status: number;
  /** The request's id, which lets operators find what the request did. */
  readonly requestId?: string;
  /** Number of generations that the request creates, all or none; defaults to 1. */
  readonly copies?: number;
}

/**
 * Proof that a request's response is stored. Only `answer` creates it, so that a code path cannot
 * forget to store the response.
 */
export class StoredProof<T> {
  constructor(readonly body: T) {}
}

/** Passed to a request's work, in addition to its transaction. */
export interface OnceContext {
  /**
   * Stores the response. From this call on the claim is locked, so its position decides the lock
   * order.
   * @throws {AlreadyAnswered} if a request with the same key was faster
   */
  answer<T extends object>(body: T): Promise<StoredProof<T>>;
  /**
   * The work adds each workflow whose outbox row it wrote. All are started right after the commit.
   */
  readonly starts: WorkflowToStart[];
}

interface OnceOptions {
  /** Seals the stored response, because it contains a secret. */
  readonly seal?: Vault;
  readonly afterCommit?: () => void;
}

/**
 * Does a request's work and stores its response in one transaction, then starts the workflows that
 * the work added. A repeated request with the same key gets the stored response.
 * @returns the response, as an object
 * @throws {AlreadyAnswered} if a request with the same key was faster
 * @throws {Refusal} CONFLICT while a request with the same key is in flight, and the errors of the
 * work. Nothing is stored then
 */
export async function answerOnce<T extends object>(
  deps: StartDeps,
  claim: RequestClaim,
  work: (tx: EntityManager, once: OnceContext) => Promise<StoredProof<T>>,
  { seal, afterCommit }: OnceOptions = {},
): Promise<T> {
  const answered = await commitInAccountTurn(
    deps,
    claim.accountId,
    (tx, starts) => work(tx, { starts, answer: (body) => answer(tx, claim, body, seal) }),
    afterCommit,
  );
  return answered.body;
}

/**
 * Makes the change that a request asked its workflow run for, and stores the request's response in
 * the same transaction. Runs in a step of the workflow; afterwards the request reads the stored
 * response.
 * @param work stores a response only if it changed something
 * @returns null if another request used the key; then nothing is changed
 */
export async function answerInRun<T>(
  deps: StartDeps,
  claim: AnswerClaim,
  work: (tx: EntityManager, once: OnceContext) => Promise<T>,
  afterCommit?: (done: T) => void,
): Promise<T | null> {
  const ofRequest = { ...claim, status: 200 };
  try {
    return await commitAndStart(
      deps,
      (tx, starts) => work(tx, { starts, answer: (body) => answer(tx, ofRequest, body) }),
      afterCommit,
    );
  } catch (error) {
    if (error instanceof AlreadyAnswered) return null;
    throw error;
  }
}

async function answer<T extends object>(
  tx: EntityManager,
  claim: RequestClaim,
  body: T,
  seal?: Vault,
): Promise<StoredProof<T>> {
  const sent = { status: claim.status, body: JSON.stringify(body) };
  await storeAnswer(tx, claim, seal ? sealAnswer(seal, claim, sent) : sent);
  return new StoredProof(body);
}

/**
 * Runs a transaction, then starts the workflows that it added: in the background if the process has
 * a starter, otherwise before it returns. The relay starts workflows whose start failed.
 * @param work adds the starts whose outbox rows it has written. It runs again if PostgreSQL aborts
 * it in favour of another transaction, so it must have no effects outside its transaction.
 */
export async function commitAndStart<T>(
  deps: StartDeps,
  work: (tx: EntityManager, starts: WorkflowToStart[]) => Promise<T>,
  afterCommit?: (done: T) => void,
): Promise<T> {
  const { done, starts } = await commit(deps.db, work);
  afterCommit?.(done);
  await startAfterCommit(deps, starts);
  return done;
}

/**
 * Runs `commitAndStart` for a request: in the queue of the account whose rows the work locks, and
 * waiting for the workflow starts.
 */
export async function commitInAccountTurn<T>(
  deps: StartDeps,
  accountId: string,
  work: (tx: EntityManager, starts: WorkflowToStart[]) => Promise<T>,
  afterCommit?: (done: T) => void,
): Promise<T> {
  const { done, starts } = await runInAccountTurn(deps, accountId, () => commit(deps.db, work));
  afterCommit?.(done);
  await startNow(deps, starts);
  return done;
}

/**
 * PostgreSQL errors that abort one of two conflicting transactions, so that the other transaction
 * can continue.
 */
const ENDED_FOR_ANOTHER: readonly unknown[] = [
  '40P01', // deadlock
  '40001', // serialization failure
];
/** Maximum attempts; then the request fails with 503. One retry is almost always enough. */
const TRIES_MAX = 4;

async function commit<T>(
  db: DataSource,
  work: (tx: EntityManager, starts: WorkflowToStart[]) => Promise<T>,
): Promise<{ done: T; starts: WorkflowToStart[] }> {
  return repeatEnded(async () => {
    const starts: WorkflowToStart[] = [];
    return { done: await db.transaction((tx) => work(tx, starts)), starts };
  });
}

/** Retries a transaction that PostgreSQL aborted in favour of another transaction. */
export async function repeatEnded<T>(transact: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transact();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (tries === TRIES_MAX || !ENDED_FOR_ANOTHER.includes(code)) throw error;
    }
  }
}
