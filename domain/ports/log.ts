/** One event a line: what happened, with its facts. Neither may hold secrets or contents. */
type Write = (facts: object, message: string) => void;

/** What the domain needs of a log. */
export interface Log {
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}
