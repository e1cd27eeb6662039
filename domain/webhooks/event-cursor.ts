import { refuseInvalid } from '../contract/refusal.js';

/** A place in the events of an account: behind the event of this id, or behind all of before. */
export interface EventPlace {
  readonly epoch: number;
  /**
   * Marks the epoch. After a restore the same number may stand for another epoch than the one in
   * which the cursor was given out.
   */
  readonly mark: string;
  /** A transaction; of 64 bits, so it stays text. */
  readonly writtenBy: string;
  /** When the event was created, Unix milliseconds: what is left to go by in another epoch. */
  readonly at: number;
  readonly id: string;
}

const CURSOR = /^(\d{1,9})-([0-9a-f]{8})\.(\d{1,19})\.(\d{1,14})\.(\w{0,120})$/;

/** The largest value of the column: no cursor that was given out has a larger one. */
const TRANSACTION_MAX = 2n ** 63n - 1n;

/** Cursors that were given out before there were epochs. They belong to the first one. */
const OLD_CURSOR = /^(\d{1,19})\.(\w{0,120})$/;
const FIRST_EPOCH = { epoch: 0, mark: '2f444175' };

export function encodeEventCursor({ epoch, mark, writtenBy, at, id }: EventPlace): string {
  return toText(`${epoch}-${mark}.${writtenBy}.${at}.${id}`);
}

/**
 * Reads a cursor back.
 * @throws {Refusal} VALIDATION_ERROR for a text that was not given out
 */
export function decodeEventCursor(text: string): EventPlace {
  const plain = Buffer.from(text, 'base64url').toString();
  // The decoder skips characters that are not base64, so the text must equal what was given out.
  if (toText(plain) !== text) throw refuseCursor();
  const place = readPlace(plain);
  if (!place || BigInt(place.writtenBy) > TRANSACTION_MAX) throw refuseCursor();
  return place;
}

function readPlace(plain: string): EventPlace | null {
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
