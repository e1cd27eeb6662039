import type { DataSource, EntityManager } from 'typeorm';
import type { AnswerClaim } from '../catalogue/runs.js';
import type { Vault } from '../ports/vault.js';
import { inAccountTurn } from './account-turn.js';
import { sealAnswer, storeAnswer } from './stored-answers.js';
import {
  enqueueStarts,
  startAfterCommit,
  startAllNow,
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
  /** Writes the outbox row of a workflow, and has it started right after the commit. */
  start(workflow: WorkflowToStart): Promise<void>;
  /** The same for workflows whose outbox rows are already written. */
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
  const { status } = claim;
  const store = async <B extends object>(tx: EntityManager, body: B) => {
    const answer = { status, body: JSON.stringify(body) };
    await storeAnswer(tx, claim, seal ? sealAnswer(seal, claim, answer) : answer);
    return new Answered(body);
  };
  const answered = await commitInTurn(
    deps,
    claim.accountId,
    (tx, starts) =>
      work(tx, {
        starts,
        answer: (body) => store(tx, body),
        async start(workflow) {
          await enqueueStarts(tx, [workflow]);
          starts.push(workflow);
        },
      }),
    afterCommit,
  );
  return answered.body;
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
  await startAllNow(deps, starts);
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
