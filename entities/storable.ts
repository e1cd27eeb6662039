/**
 * Makes an external text storable in PostgreSQL, cut to a length: without NUL, and without lone
 * surrogates, which a cut can leave.
 */
export const toStorable = (text: string, max: number): string =>
  text.slice(0, max).replaceAll('\0', '\u{FFFD}').toWellFormed();
