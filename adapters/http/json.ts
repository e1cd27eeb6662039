/** Narrow readers of JSON that an upstream wrote. */

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; none when it is not an object. */
export const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** A text that is not empty, or null. */
export const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** A number, or null. */
export const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** The entries of a list; none when it is not a list. */
export const entries = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The objects of a list; none when it is not a list. */
export const list = (value: unknown): readonly Fields[] => entries(value).map(fields);
