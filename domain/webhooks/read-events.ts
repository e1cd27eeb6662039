import type { EntityManager } from 'typeorm';
import type { EventBody } from '../contract/event.js';
import { refuseInvalid } from '../contract/refusal.js';
import { oneOf, rowsOf } from '../../entities/rows.js';

/** Some events of an account, oldest first, and where to go on. */
export interface EventPage {
  readonly events: EventBody[];
  readonly cursor: string;
}

/** How many events an answer has at most. */
const PAGE_MAX = 100;

interface EventRow {
  id: string;
  body: string;
  written_by: string;
}

/**
 * Orders events by the transaction that wrote them, and stops before the oldest transaction that is
 * still open: so an event that is committed late is never skipped. Transaction ids have 64 bits and
 * therefore stay text.
 */
const READ = `
SELECT id, body, written_by FROM event
WHERE account_id = $1 AND (written_by, id) > ($2::bigint, $3)
  AND written_by < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint
ORDER BY written_by, id LIMIT $4`;

/**
 * The events after a cursor.
 * @param after a cursor of an earlier page, or null for "from now on"
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export async function readEvents(
  db: EntityManager,
  accountId: string,
  after: string | null,
  limit = PAGE_MAX,
): Promise<EventPage> {
  const from = after === null ? await readCurrentPlace(db) : decode(after);
  const rows =
    after === null
      ? []
      : await rowsOf<EventRow>(db, READ, [accountId, from.writtenBy, from.id, limit]);
  const last = rows.at(-1);
  return {
    events: rows.map(({ body }) => JSON.parse(body) as EventBody),
    cursor: encode(last ? { writtenBy: last.written_by, id: last.id } : from),
  };
}

interface Place {
  readonly writtenBy: string;
  readonly id: string;
}

async function readCurrentPlace(db: EntityManager): Promise<Place> {
  const row = await oneOf<{ xmin: string }>(
    db,
    'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin',
  );
  return { writtenBy: row?.xmin ?? '0', id: '' };
}

function encode({ writtenBy, id }: Place): string {
  return Buffer.from(`${writtenBy}.${id}`).toString('base64url');
}

function decode(text: string): Place {
  const match = /^(\d{1,19})\.([\w]{0,120})$/.exec(Buffer.from(text, 'base64url').toString());
  const place = { writtenBy: match?.[1] ?? '', id: match?.[2] ?? '' };
  if (!match || encode(place) !== text) {
    throw refuseInvalid([
      {
        path: 'query.cursor',
        message: 'is not a `next_cursor` of this list; leave it out to start now',
      },
    ]);
  }
  return place;
}
