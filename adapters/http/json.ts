/** Readers that narrow JSON values from an upstream. */

export type Fields = Readonly<Record<string, unknown>>;

/** Returns an object's fields; an empty object for other values. */
export const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Returns a non-empty text, or null for other values. */
export const toNonEmptyText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Returns a finite number, or null for other values. */
export const toFiniteNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Returns an array's entries; an empty array for other values. */
export const toEntries = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : [];

/** Returns the objects in an array; an empty array for other values. */
export const toFieldsList = (value: unknown): readonly Fields[] => toEntries(value).map(toFields);
