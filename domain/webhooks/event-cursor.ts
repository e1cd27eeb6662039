import { refuseInvalid } from '../contract/refusal.js';

/** A position in an account's events: after the event with this id, or after all earlier events. */
export interface EventPlace {
  readonly epoch: number;
  /**
   * Identifies the epoch. After a restore, the same epoch number may belong to a different epoch
   * than when the cursor was issued.
   */
  readonly mark: string;
  /** A transaction id of 64 bits, kept as text. */
  readonly writtenBy: string;
  /** When the event was created, Unix milliseconds. In another epoch, only this field is usable. */
  readonly at: number;
  readonly id: string;
}

const CURSOR = /^(\d{1,9})-([0-9a-f]{8})\.(\d{1,19})\.(\d{1,14})\.(\w{0,120})$/;

/** The column's largest value: an issued cursor never has a larger value. */
const TRANSACTION_MAX = 2n ** 63n - 1n;

/** Format of cursors from before epochs existed. They belong to the first epoch. */
const OLD_CURSOR = /^(\d{1,19})\.(\w{0,120})$/;
const FIRST_EPOCH = { epoch: 0, mark: '2f444175' };

export function encodeEventCursor({ epoch, mark, writtenBy, at, id }: EventPlace): string {
  return toText(`${epoch}-${mark}.${writtenBy}.${at}.${id}`);
}

/**
 * Decodes a cursor.
 * @throws {Refusal} VALIDATION_ERROR for a text that was never issued as a cursor
 */
export function decodeEventCursor(text: string): EventPlace {
  const plain = Buffer.from(text, 'base64url').toString();
  // The decoder skips characters that are not base64, so the text must equal the encoded cursor.
  if (toText(plain) !== text) throw refuseCursor();
  const place = parseEventCursor(plain);
  if (!place || BigInt(place.writtenBy) > TRANSACTION_MAX) throw refuseCursor();
  return place;
}

function parseEventCursor(plain: string): EventPlace | null {
  const found = CURSOR.exec(plain);
  if (found) {
    const [, epoch, mark = '', writtenBy = '', at, id = ''] = found;
    return { epoch: Number(epoch), mark, writtenBy, at: Number(at), id };
  }
  const old = OLD_CURSOR.exec(plain);
  return old && { ...FIRST_EPOCH, writtenBy: old[1] ?? '', at: 0, id: old[2] ?? '' };
}

const toText = (plain: string): string => Buffer.from(plain).toString('base64url');

const refuseCursor = () =>
  refuseInvalid([
    {
      path: 'query.cursor',
      message: 'is not a `next_cursor` of this list; leave it out to start now',
    },
  ]);
