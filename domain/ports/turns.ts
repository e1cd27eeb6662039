/** Thrown if the queue is full or the wait timed out. The caller may retry soon. */
export class NoTurn extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoTurn';
  }
}

/**
 * Shares a limited number of concurrent slots among owners, so that no owner has to wait for all of
 * another owner's work.
 */
export interface TurnQueue {
  /**
   * Does the work when the owner gets a slot.
   * @throws {NoTurn} if the queue is full or the wait times out; the work was not started
   */
  take<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Does the work when the owner gets a slot.
 * @param refuse creates the error that is thrown if the queue is full or the wait times out
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
   * the next query.
   * @param owner the owner whose slot the query uses
   * @param key identifies the query
   * @throws {NoTurn} and the errors of `look`
   */
  readShared(owner: string, key: string, look: () => Promise<T>): Promise<T>;
}
