/** The kinds of reasons why the studio failed. */
export type StudioFailureKind =
  /** An input file cannot be read. */
  | 'unreadable'
  /** The work took too long. */
  | 'timeout'
  /** The thread ended before its work did. */
  | 'died'
  /** The studio cannot do what was requested, such as speak a language. */
  | 'unsupported'
  /** Too many requests are waiting. */
  | 'busy';

/**
 * A studio failure: the message is for the caller who provided the files, the cause for the log.
 */
export class StudioFailure extends Error {
  constructor(
    readonly kind: StudioFailureKind,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'StudioFailure';
  }
}
