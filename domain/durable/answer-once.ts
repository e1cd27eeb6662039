import type { DataSource, EntityManager } from 'typeorm';
import type { AnswerClaim } from '../catalogue/runs.js';
import type { Vault } from '../ports/vault.js';
import { sealAnswer, storeAnswer } from './idempotency.js';
import { startAllNow, type StartDeps, type WorkflowToStart } from './start-workflow.js';

/** The claim of a request, with the status under which its answer is stored and sent. */
export interface RequestClaim extends AnswerClaim {
  readonly status: number;
}

/** That the answer of a request is stored: what `answer` gives, so that no path can forget it. */
export class Answered<T> {
  constructor(readonly body: T) {}
}

/** What the work of a request is given beside its transaction. */
export interface Once {
  /**
   * Stores the answer. The claim is held from here on, so where this stands decides the lock order.
   * @throws {AlreadyAnswered} when a request with the same key was faster
   */
  answer<T extends object>(body: T): Promise<Answered<T>>;
  /** Workflows of which the outbox rows are written: they are tried at once after the commit. */
  readonly starts: WorkflowToStart[];
}

interface OnceOptions {
  /** The answer holds a secret: it is stored sealed. */
  readonly seal?: Vault;
  readonly afterCommit?: () => void;
}

/**
 * Does the work of a request and stores its answer in one transaction, then tries what the work
 * wants started. Repeated with the same key, the request is answered with what is stored.
 * @returns the answer, as an object
 * @throws {AlreadyAnswered} when a request with the same key was faster
 * @throws {Refusal} CONFLICT while one is under way, and what the work throws: nothing is stored then
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
  const answered = await commitAndStart(
    deps,
    (tx, starts) => work(tx, { starts, answer: (body) => store(tx, body) }),
    afterCommit,
  );
  return answered.body;
}

/**
 * Runs a transaction, then tries what it wants started; what fails there is left to the relay.
 * @param work pushes the starts whose outbox rows it has written
 */
export async function commitAndStart<T>(
  deps: StartDeps & { readonly db: DataSource },
  work: (tx: EntityManager, starts: WorkflowToStart[]) => Promise<T>,
  afterCommit?: () => void,
): Promise<T> {
  const starts: WorkflowToStart[] = [];
  const done = await deps.db.transaction((tx) => work(tx, starts));
  afterCommit?.();
  await startAllNow(deps, starts);
  return done;
}
