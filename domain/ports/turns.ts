/** Too many wait already, or the wait was too long. The same work may be tried again soon. */
export class NoTurn extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoTurn';
  }
}

/** Shares among owners what only a few may do at once, so that none has to wait for all of another. */
export interface Turns {
  /**
   * Does the work when it is its owner's turn.
   * @throws {NoTurn} when it never was; then the work was not begun
   */
  take<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Does the work when it is its owner's turn.
 * @param refuse the error that the caller throws when the turn never came
 */
export async function takeTurn<T>(
  turns: Turns,
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

/** Looks at things that many ask about at once. */
export interface Looks<T> {
  /**
   * The result of a look that began after this call: whoever asks while one is under way gets the
   * next one, together with all who ask meanwhile.
   * @param owner whose turn it has to be
   * @param key what is looked at
   * @throws {NoTurn} and what `look` throws
   */
  at(owner: string, key: string, look: () => Promise<T>): Promise<T>;
}
