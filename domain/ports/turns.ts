/** Too many are waiting, or the wait was too long. The same work may be retried soon. */
export class NoTurn extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoTurn';
  }
}

/**
 * Shares a limited number of concurrent slots among owners, so that no owner has to wait for all
 * the work of another.
 */
export interface TurnQueue {
  /**
   * Does the work when it is its owner's turn.
   * @throws {NoTurn} when the turn never came; the work was not started then
   */
  take<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Does the work when it is its owner's turn.
 * @param refuse the error that the caller throws when the turn never came
 */
export async function runInTurn<T>(
  turns: TurnQueue,
  owner: string,
  work: () => Promise<T>,
  refuse: (cause: NoTurn) => Error,
): Promise<T> {
  try {
    return await turns.take(owner, work);
  } catch (error) {
    throw error instanceof NoTurn ? refuse(error) : error;
  }
}

/** Shares one query among concurrent callers. */
export interface SharedReads<T> {
  /**
   * Returns the result of a query that starts after this call. Calls during a running query share
   * the next one.
   * @param owner whose turn the query uses
   * @param key identifies the query
   * @throws {NoTurn} and what `look` throws
   */
  readShared(owner: string, key: string, look: () => Promise<T>): Promise<T>;
}
