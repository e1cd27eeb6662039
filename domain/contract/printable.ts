/** Control, formatting and line separator characters, which can hide or reorder others. */
const HIDING =
  '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff';

/** Pattern of a text in one line that begins with a visible character. */
export const PRINTABLE = `^[^\\s${HIDING}][^${HIDING}]*$`;
