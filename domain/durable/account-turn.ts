import { Refusal } from '../contract/refusal.js';
import { runInTurn, type NoTurn, type TurnQueue } from '../ports/turns.js';

export interface AccountTurnDeps {
  /** Shares a process's database connections among accounts. Absent in CLI commands. */
  readonly accountTurns?: TurnQueue;
}

/**
 * Runs a transaction that locks an account's rows in the account's queue. A transaction that waits
 * for such a lock holds a connection, so without the queue one locked account would stall the
 * process.
 * @throws {Refusal} UNAVAILABLE if the queue is full or the wait times out; the work was not
 * started
 */
export async function runInAccountTurn<T>(
  { accountTurns }: AccountTurnDeps,
  accountId: string,
  work: () => Promise<T>,
): Promise<T> {
  return accountTurns ? runInTurn(accountTurns, accountId, work, refuseBusy) : work();
}

const refuseBusy = (cause: NoTurn): Refusal =>
  new Refusal('UNAVAILABLE', {
    message: 'Earlier requests of your account are still waiting. Repeat the request in 2 seconds.',
    headers: { 'Retry-After': '2' },
    cause,
  });
