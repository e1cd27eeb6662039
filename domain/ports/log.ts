/**
 * Writes one line per event: its message and facts. Neither may contain secrets or user content.
 */
type Write = (facts: object, message: string) => void;

/** The log methods that the domain uses. */
export interface Log {
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}
