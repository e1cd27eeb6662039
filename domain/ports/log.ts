/**
 * Writes one line per event: its message and fields. Neither may contain secrets or user content.
 */
type LogWriter = (facts: object, message: string) => void;

/** The log methods that the domain uses. */
export interface Log {
  readonly info: LogWriter;
  readonly warn: LogWriter;
  readonly error: LogWriter;
}
