import type { DataSource, EntityManager } from 'typeorm';
import type { AnswerClaim } from '../catalogue/runs.js';
import type { Vault } from '../ports/vault.js';
import { inAccountTurn } from './account-turn.js';
import { AlreadyAnswered, sealAnswer, storeAnswer } from './stored-answers.js';
import {
  startAfterCommit,
  startNow,
  type StartDeps,
  type WorkflowToStart,
} from './start-workflow.js';

/** The claim of a request, with the status under which its answer is stored and sent. */
export interface RequestClaim extends AnswerClaim {
  readonly status: number;
  /** By which operators find what the request did. */
  readonly requestId?: string;
}

/**
 * Proof that the answer of a request is stored. Only `answer` gives one, so that no path can forget
 * to store it.
 */
export class Answered<T> {
  constructor(readonly body: T) {}
}

/** What the work of a request is given besides its transaction. */
export interface Once {
  /**
   * Stores the answer. The claim is locked from here on, so the place of this call decides the lock
   * order.
   * @throws {AlreadyAnswered} when a request with the same key was faster
   */
  answer<T extends object>(body: T): Promise<Answered<T>>;
  /** The work adds each workflow whose outbox row it wrote: all start right after the commit. */
  readonly starts: WorkflowToStart[];
}

interface OnceOptions {
  /** The answer holds a secret: it is stored sealed. */
  readonly seal?: Vault;
  readonly afterCommit?: () => void;
}

/**
 * Does the work of a request and stores its answer in one transaction, then starts the workflows
 * that the work asks for. A request that is repeated with the same key gets the stored answer.
 * @returns the answer, as an object
 * @throws {AlreadyAnswered} when a request with the same key was faster
 * @throws {Refusal} CONFLICT while such a request is under way, and what the work throws. Nothing
 * is stored then
 */
export async function answerOnce<T extends object>(
  deps: StartDeps,
  claim: RequestClaim,
  work: (tx: EntityManager, once: Once) => Promise<Answered<T>>,
  { seal, afterCommit }: OnceOptions = {},
): Promise<T> {
  const answered = await commitInTurn(
    deps,
    claim.accountId,
    (tx, starts) => work(tx, { starts, answer: (body) => answer(tx, claim, body, seal) }),
    afterCommit,
  );
  return answered.body;
}

/**
 * Changes what a request asked its run to change, and stores the answer of the request in the same
 * transaction. It runs in the step of the run: the request reads the stored answer afterwards.
 * @param work stores an answer only if it changed something
 * @returns null when another request used the key: nothing is changed then
 */
export async function answerInRun<T>(
  deps: StartDeps,
  claim: AnswerClaim,
  work: (tx: EntityManager, once: Once) => Promise<T>,
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
): Promise<Answered<T>> {
  const sent = { status: claim.status, body: JSON.stringify(body) };
  await storeAnswer(tx, claim, seal ? sealAnswer(seal, claim, sent) : sent);
  return new Answered(body);
}

/**
 * Runs a transaction, then has the workflows started that it asks for: by the starter of the
 * process, without waiting for it, or right here where there is none. The relay starts those that
 * fail.
 * @param work pushes the starts whose outbox rows it has written. It is repeated when PostgreSQL
 * ends it in favour of another transaction, so it changes nothing outside of its own.
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

/** `commitAndStart` for a request: in the turn of the account whose rows the work locks. It waits for the starts. */
export async function commitInTurn<T>(
  deps: StartDeps,
  accountId: string,
  work: (tx: EntityManager, starts: WorkflowToStart[]) => Promise<T>,
  afterCommit?: (done: T) => void,
): Promise<T> {
  const { done, starts } = await inAccountTurn(deps, accountId, () => commit(deps.db, work));
  afterCommit?.(done);
  await startNow(deps, starts);
  return done;
}

/** Errors with which PostgreSQL ends one of two transactions, so that the other can go on. */
const ENDED_FOR_ANOTHER: readonly unknown[] = [
  '40P01', // deadlock
  '40001', // serialization failure
];
/** After so many tries the request is answered with 503. One repetition is nearly always enough. */
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

/** Does a transaction once more when PostgreSQL has ended it in favour of another one. */
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
