/** Why the studio failed. */
export type StudioFailureKind =
  /** An input file cannot be read. */
  | 'unreadable'
  /** It took too long. */
  | 'timeout'
  /** The thread ended before its work did. */
  | 'died';

/**
 * A failure of the studio: the message is for the caller who provided the files, the cause for the
 * log.
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
