/**
 * Makes an external text storable in PostgreSQL: cuts it to a length, and removes NUL and lone
 * surrogates, which a cut can leave.
 */
export const toStorable = (text: string, max: number): string =>
  text.slice(0, max).replaceAll('\0', '\u{FFFD}').toWellFormed();
