/** Readers that narrow JSON values from an upstream. */

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; an empty object for other values. */
export const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** A non-empty text, or null. */
export const toNonEmptyText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** A number, or null. */
export const toFiniteNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** The entries of an array; an empty array for other values. */
export const toEntries = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : [];

/** The objects of an array; an empty array for other values. */
export const toFieldsList = (value: unknown): readonly Fields[] => toEntries(value).map(toFields);
