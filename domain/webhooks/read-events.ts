import type { EntityManager } from 'typeorm';
import type { EventBody } from '../contract/event.js';
import { queryOne, queryRows } from '../../entities/rows.js';
import { decodeEventCursor, encodeEventCursor, type EventPlace } from './event-cursor.js';

/** An account's events, oldest first, and the cursor to continue from. */
export interface EventPage {
  readonly events: EventBody[];
  readonly cursor: string;
}

/** Maximum events in one response. */
const PAGE_MAX = 100;

/**
 * In another epoch, reading starts this many milliseconds before the cursor's time. A transaction may
 * commit an event up to 20 seconds after the event's time. Reporting an event twice does no harm,
 * because its id is the same.
 */
const OVERLAP_MS = 60_000;

interface EventRow extends EventPlace {
  readonly body: string;
}

/** A row, or the null columns of a join without a match. */
type JoinedRow = EventRow | { readonly id: null };

const COLUMNS = `e.id, e.body, e.epoch, e.written_by AS "writtenBy",
  (extract(epoch FROM e.created_at) * 1000)::float8 AS at, left(md5(n.cluster), 8) AS mark`;

/**
 * Excludes events from the oldest open transaction and later ones, so that an event committed late
 * is never skipped. Events of other epochs were committed long ago. Transaction ids have 64 bits
 * and are therefore kept as text.
 */
const VISIBLE = `
(e.epoch IS DISTINCT FROM (SELECT max(n) FROM event_epoch WHERE cluster = this_cluster())
  OR e.written_by < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint)`;

/** SQL: identifies the newest event of row `w`'s account. No older event can appear after it. */
export const NEWEST_EVENT = `
SELECT e.epoch || '.' || e.written_by || '.' || e.id AS newest FROM event e
WHERE e.account_id = w.account_id AND ${VISIBLE}
ORDER BY e.epoch DESC, e.written_by DESC, e.id DESC LIMIT 1`;

/** Returns no row at all if this database does not know the position's epoch. */
const READ_BEHIND = `
SELECT e.* FROM (
  SELECT 1 FROM event_epoch WHERE n = $2 AND left(md5(cluster), 8) = $3
) AS known LEFT JOIN (
  SELECT ${COLUMNS} FROM event e JOIN event_epoch n ON n.n = e.epoch
  WHERE e.account_id = $1 AND (e.epoch, e.written_by, e.id) > ($2, $4::bigint, $5) AND ${VISIBLE}
  ORDER BY e.epoch, e.written_by, e.id LIMIT $6
) AS e ON true ORDER BY e.epoch, e."writtenBy", e.id`;

const READ_SINCE = `
SELECT ${COLUMNS} FROM event e JOIN event_epoch n ON n.n = e.epoch
WHERE e.account_id = $1 AND e.created_at >= to_timestamp($2::float8 / 1000) AND ${VISIBLE}
ORDER BY e.epoch, e.written_by, e.id LIMIT $3`;

const READ_NOW = `
SELECT current_event_epoch() AS epoch, left(md5(this_cluster()), 8) AS mark, '' AS id,
  pg_snapshot_xmin(pg_current_snapshot())::text AS "writtenBy",
  floor(extract(epoch FROM now()) * 1000)::float8 AS at`;

/**
 * Reads the events after a cursor. If the cursor is from another epoch, for example after a
 * restore, the events are read by its time: then some events may be reported twice, but none is
 * missed.
 * @param after a cursor from an earlier page, or null for "from now on"
 * @throws {Refusal} VALIDATION_ERROR for an invalid cursor
 */
export async function readEvents(
  db: EntityManager,
  accountId: string,
  after: string | null,
  limit = PAGE_MAX,
): Promise<EventPage> {
  if (after === null) return toPage([], await readCurrentPosition(db));
  const from = decodeEventCursor(after);
  const found = await readEventsAfter(db, accountId, from, limit);
  if (found) return toPage(found, from);
  // The position is read before the events, so that events committed between the two reads are not
  // skipped.
  const now = await readCurrentPosition(db);
  const since = from.at - OVERLAP_MS;
  return toPage(await queryRows<EventRow>(db, READ_SINCE, [accountId, since, limit]), now);
}

/**
 * Reads the events after a position.
 * @returns null if the database does not know the position's epoch
 */
async function readEventsAfter(
  db: EntityManager,
  accountId: string,
  { epoch, mark, writtenBy, id }: EventPlace,
  limit: number,
): Promise<EventRow[] | null> {
  const values = [accountId, epoch, mark, writtenBy, id, limit];
  const rows = await queryRows<JoinedRow>(db, READ_BEHIND, values);
  return rows.length === 0 ? null : rows.filter((row): row is EventRow => row.id !== null);
}

async function readCurrentPosition(db: EntityManager): Promise<EventPlace> {
  const place = await queryOne<EventPlace>(db, READ_NOW);
  if (!place) throw new Error('the database has no epoch of events');
  return place;
}

const toPage = (rows: readonly EventRow[], from: EventPlace): EventPage => ({
  events: rows.map(({ body }) => JSON.parse(body) as EventBody),
  cursor: encodeEventCursor(rows.at(-1) ?? from),
});
