import { refuseInvalid, type Refusal } from './refusal.js';

/** A position in a list ordered by (created_at, id), which is stable under inserts. */
export interface Cursor {
  /** Creation time in Unix milliseconds, the precision of the column. */
  readonly createdAtMs: number;
  readonly id: string;
}

/** Encodes a cursor as opaque text. */
export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(`${cursor.createdAtMs}.${cursor.id}`).toString('base64url');
}

/**
 * Decodes a cursor.
 * @throws {Refusal} VALIDATION_ERROR if `encodeCursor` did not create it
 */
export function decodeCursor(text: string): Cursor {
  const match = /^(\d{1,14})\.([a-z]{3}_(?:[0-9a-f]{32}|[0-9a-f]{24})|[a-z2-7]{20})$/.exec(
    Buffer.from(text, 'base64url').toString('latin1'),
  );
  const cursor = { createdAtMs: Number(match?.[1]), id: match?.[2] ?? '' };
  // The decoder skips invalid characters, so the text must equal the encoded cursor.
  if (!match || encodeCursor(cursor) !== text) throw refuseCursor();
  return cursor;
}

/** Encodes the cursor of a fixed catalogue: the number of entries already shown. */
export const encodeOffset = (place: number): string =>
  Buffer.from(`${place}`).toString('base64url');

/**
 * Decodes the cursor of a fixed catalogue.
 * @param length the catalogue's number of entries
 * @throws {Refusal} VALIDATION_ERROR if `encodeOffset` did not create it
 */
export function decodeOffset(text: string, length: number): number {
  const place = Number(Buffer.from(text, 'base64url').toString('latin1'));
  const isOurs = Number.isInteger(place) && place > 0 && encodeOffset(place) === text;
  if (!isOurs || place >= length) throw refuseCursor();
  return place;
}

const refuseCursor = (): Refusal =>
  refuseInvalid([
    {
      path: 'query.cursor',
      message: 'is not a `next_cursor` of this list; leave it out to start over',
    },
  ]);
