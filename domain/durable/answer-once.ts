import type { DataSource, EntityManager } from 'typeorm';
import type { AnswerClaim } from '../catalogue/runs.js';
import type { Vault } from '../ports/vault.js';
import { runInAccountTurn } from './account-turn.js';
import { AlreadyAnswered, sealAnswer, storeAnswer } from './stored-answers.js';
import {
  startAfterCommit,
  startNow,
  type StartDeps,
  type WorkflowToStart,
} from './start-workflow.js';

/** The idempotency claim of a request, with the status of its stored answer. */
export interface RequestClaim extends AnswerClaim {
  readonly status: number;
  /** Lets operators find what the request did. */
  readonly requestId?: string;
  /** How many generations the request makes, all or none; 1 unless set. */
  readonly copies?: number;
}

/**
 * Proof that the answer of a request is stored. Only `answer` gives one, so that no path can forget
 * to store it.
 */
export class StoredProof<T> {
  constructor(readonly body: T) {}
}

/** Passed to the work of a request besides its transaction. */
export interface OnceContext {
  /**
   * Stores the answer. Locks the claim from here on, so the position of this call decides the lock
   * order.
   * @throws {AlreadyAnswered} when a request with the same key was faster
   */
  answer<T extends object>(body: T): Promise<StoredProof<T>>;
  /** The work adds each workflow whose outbox row it wrote. All start right after the commit. */
  readonly starts: WorkflowToStart[];
}

interface OnceOptions {
  /** Stores the answer sealed, because it contains a secret. */
  readonly seal?: Vault;
  readonly afterCommit?: () => void;
}

/**
 * Does the work of a request and stores its answer in one transaction, then starts the workflows
 * that the work asks for. A repeated request with the same key gets the stored answer.
 * @returns the answer, as an object
 * @throws {AlreadyAnswered} when a request with the same key was faster
 * @throws {Refusal} CONFLICT while such a request is in flight, and what the work throws. Nothing
 * is stored then
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
 * Makes the change that a request asked its workflow run for, and stores the answer of the request
 * in the same transaction. Runs in a step of the workflow; the request reads the stored answer
 * afterwards.
 * @param work stores an answer only if it changed something
 * @returns null when another request used the key: nothing is changed then
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
 * Runs a transaction, then starts the workflows that it asks for: in the background if the process
 * has a starter, otherwise before it returns. The relay starts those that fail.
 * @param work pushes the starts whose outbox rows it has written. It runs again when PostgreSQL
 * aborts it in favour of another transaction, so it must have no effects outside its transaction.
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
 * `commitAndStart` for a request: runs in the turn of the account whose rows the work locks, and
 * waits for the starts.
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

/** Errors with which PostgreSQL aborts one of two transactions, so that the other can continue. */
const ENDED_FOR_ANOTHER: readonly unknown[] = [
  '40P01', // deadlock
  '40001', // serialization failure
];
/** After this many tries the request fails with 503. One retry is nearly always enough. */
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

/** Retries a transaction that PostgreSQL aborted in favour of another one. */
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
