/** One event a line: what happened, with its facts. Secrets and contents do not belong into either. */
type Write = (facts: object, message: string) => void;

/** What the domain needs of a log. */
export interface Log {
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}
