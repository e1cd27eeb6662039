import { expect } from 'chai';
import { decodeEventCursor, encodeEventCursor } from '../../domain/webhooks/event-cursor.js';
import { emitLowBalance } from '../../domain/webhooks/emit-event.js';
import { readEvents, type EventPage } from '../../domain/webhooks/read-events.js';
import { buildAccount } from '../support/accounts.js';
import { until } from '../support/until.js';
import { freshDatabase } from '../entities/fresh-database.js';

const DAY_MS = 86_400_000;
/** Number of transactions by which the old cluster was ahead of the new one. */
const AHEAD = 1_000_000_000n;

/* Runs alone, for the reason in test/api/events.alone.test.ts. */
describe('events after a restore into a new cluster', () => {
  const fresh = freshDatabase();
  let accountId: string;
  let days = 0;
  beforeEach(async () => {
    ({ accountId } = await buildAccount(fresh.db));
  });

  async function emit(): Promise<string> {
    days += 1;
    const at = new Date(Date.now() - days * DAY_MS);
    await emitLowBalance(fresh.db.manager, accountId, 7, at);
    const id = `evt_low_${accountId}_${at.toISOString().slice(0, 10).replaceAll('-', '')}`;
    await fresh.db.query('UPDATE event SET created_at = now() WHERE id = $1', [id]);
    return id;
  }
  const read = (after: string | null, limit?: number): Promise<EventPage> =>
    readEvents(fresh.db.manager, accountId, after, limit);
  const idsOf = ({ events }: EventPage): string[] => events.map(({ id }) => id);

  /** Reads all events after a cursor, in pages of two. */
  async function readOn(from: string, wanted: number): Promise<string[]> {
    const ids: string[] = [];
    let cursor = from;
    await until(`${wanted} events are listed`, async () => {
      const page = await read(cursor, 2);
      cursor = page.cursor;
      ids.push(...idsOf(page));
      return ids.length >= wanted;
    });
    return ids;
  }

  /**
   * Simulates the restore of a dump into a cluster that counts its transactions from the start: the
   * transaction ids in the rows are ahead of the cluster.
   */
  async function restore(name: string): Promise<void> {
    await fresh.db.query('UPDATE event SET written_by = written_by + $1', [AHEAD]);
    await fresh.db.query('UPDATE event_epoch SET cluster = $1 WHERE cluster = this_cluster()', [
      name,
    ]);
  }
  /** Returns the cursor that the old cluster had for this position. */
  function asOfBefore(cursor: string, mark: string): string {
    const place = decodeEventCursor(cursor);
    const writtenBy = String(BigInt(place.writtenBy) + AHEAD);
    return encodeEventCursor({ ...place, writtenBy, mark });
  }
  const markOf = async (name: string): Promise<string> => {
    const [row] = await fresh.db.query('SELECT left(md5($1), 8) AS mark', [name]);
    return row.mark;
  };

  it('are returned once each: first the older unread events, then the new events', async () => {
    const { cursor: start } = await read(null);
    const before = [await emit(), await emit(), await emit()];
    await until('the first events are listed', async () => idsOf(await read(start)).length === 3);
    const first = await read(start, 1);
    await restore('dumped');
    const cursor = asOfBefore(first.cursor, await markOf('dumped'));
    const after = [await emit(), await emit()];
    expect(await readOn(cursor, 4)).to.deep.equal([...before.slice(1), ...after]);
  });

  it('continue after a cursor from an earlier version', async () => {
    const id = await emit();
    await fresh.db.query('UPDATE event SET epoch = 0, written_by = $1 WHERE id = $2', [AHEAD, id]);
    const old = Buffer.from(`${AHEAD}.${id}`).toString('base64url');
    const next = await emit();
    expect(await readOn(old, 1)).to.deep.equal([next]);
  });

  it("continue from a cursor's time if its cluster is unknown", async () => {
    const shortBefore = await emit();
    await restore('known');
    const { cursor: now } = await read(null);
    // Events that the lost cluster wrote after the dump are missing here.
    const lost = asOfBefore(now, '00000000');
    const after = [await emit(), await emit()];
    // Returned again, because it is less than a minute older than the cursor.
    expect(await readOn(lost, 3)).to.deep.equal([shortBefore, ...after]);
  });

  it('return a new cursor for a cursor of an unknown cluster, even if the page is empty', async () => {
    const { cursor: now } = await read(null);
    const lost = encodeEventCursor({ ...decodeEventCursor(now), mark: '00000000' });
    const page = await read(lost);
    expect(page.events).to.deep.equal([]);
    expect(decodeEventCursor(page.cursor).mark).to.equal(decodeEventCursor(now).mark);
    const id = await emit();
    expect(await readOn(page.cursor, 1)).to.deep.equal([id]);
  });

  it('start an epoch only once under concurrent transactions', async () => {
    await restore('crowded');
    const epochs = 'SELECT n, cluster FROM event_epoch ORDER BY n';
    const before: object[] = await fresh.db.query(epochs);
    await Promise.all(Array.from({ length: 8 }, emit));
    const after: { cluster: string }[] = await fresh.db.query(epochs);
    const [{ here }] = await fresh.db.query('SELECT this_cluster() AS here');
    expect(after.slice(before.length).map(({ cluster }) => cluster)).to.deep.equal([here]);
  });
});
