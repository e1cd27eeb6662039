/**
 * A text from outside as PostgreSQL can store it, cut to a length: without NUL, and without half
 * characters, which a cut can leave.
 */
export const toStorable = (text: string, max: number): string =>
  text.slice(0, max).replaceAll('\0', '\u{FFFD}').toWellFormed();
