import { expect } from 'chai';
import type { DataSource } from 'typeorm';
import {
  claimGeneration,
  completeGeneration,
  failGeneration,
  type AdvanceDeps,
} from '../../domain/generations/advance-generation.js';
import { EVENT_TYPES } from '../../domain/catalogue/event-types.js';
import { createId } from '../../domain/contract/ids.js';
import { settlePost } from '../../domain/social/publish/settle-post.js';
import { createLog } from '../../runtime/log.js';
import { buildAccount, type TestAccount } from '../support/accounts.js';
import { BEGUN } from '../support/begun.js';
import { until } from '../support/until.js';
import { acceptPost } from './posts.js';
import { ledgerWorld } from './world.js';

/** Tables to which the waiting session has written. PostgreSQL lists its locks on them. */
const WRITTEN_BY_WAITING = `
SELECT DISTINCT c.relname AS name FROM pg_stat_activity a
  JOIN pg_locks l ON l.pid = a.pid AND l.granted AND l.mode = 'RowExclusiveLock'
  JOIN pg_class c ON c.oid = l.relation AND c.relkind = 'r'
WHERE a.datname = current_database() AND a.wait_event_type = 'Lock'`;

describe('the account row, which has the most contention, is locked last', () => {
  const world = ledgerWorld(4);
  let account: TestAccount;
  beforeEach(async () => {
    account = await buildAccount(world.db, { credits: 100 });
    await world.db.query(
      `INSERT INTO webhook_endpoint (id, account_id, url, events, description, secret, created_at)
       VALUES ($2, $1, 'https://example.com/hook', $3, '', 'sealed', now())`,
      [account.accountId, createId('whk'), EVENT_TYPES],
    );
    await world.db.query('UPDATE account SET webhooks = 1 WHERE id = $1', [account.accountId]);
  });

  const deps = (db: DataSource): AdvanceDeps => ({
    db,
    log: createLog('test', 'silent'),
    startWorkflow: async () => undefined,
    pass: () => undefined,
    metrics: { generations: { inc: () => undefined } },
    mediaUrl: (key) => `https://example.com/${key}`,
    libraryUrl: (id) => `https://example.com/${id}`,
    generationUrl: (id) => `https://example.com/${id}`,
  });

  /**
   * Runs a step while another transaction locks the account row.
   * @returns the tables that the step has written to when it waits for that row
   */
  async function writtenBeforeAccount(step: () => Promise<unknown>): Promise<string[]> {
    const other = world.db.createQueryRunner();
    await other.startTransaction();
    await other.query('SELECT 1 FROM account WHERE id = $1 FOR NO KEY UPDATE', [account.accountId]);
    const running = step();
    try {
      const rows = await until('the step waits for the account row', async () => {
        const found: { name: string }[] = await world.db.query(WRITTEN_BY_WAITING);
        return found.length > 0 && found;
      });
      return rows.map(({ name }) => name);
    } finally {
      await other.rollbackTransaction();
      await other.release();
      await running;
    }
  }

  const EVENT = ['event', 'webhook_delivery', 'workflow_start'];

  it('when a generation completes, after the insert of its event and deliveries', async () => {
    const { id } = await world.reserve(account, { price: 2 });
    await claimGeneration(world.db, id, BEGUN);
    const written = await writtenBeforeAccount(() => completeGeneration(deps(world.db), id));
    expect(written).to.include.members([...EVENT, 'generation', 'hold']);
  });

  it('when a generation fails', async () => {
    const { id } = await world.reserve(account, { price: 2 });
    const error = { code: 'UNKNOWN', message: 'It failed.' } as const;
    const entry = { stage: 'queue', resolution: 'stopped', status: null, message: '' } as const;
    const written = await writtenBeforeAccount(() =>
      failGeneration(deps(world.db), id, error, entry),
    );
    expect(written).to.include.members([...EVENT, 'generation', 'hold']);
  });

  it('when a post is settled', async () => {
    const now = new Date();
    const { id } = await world.db.transaction((tx) => acceptPost(tx, { ...account, now }, [1]));
    await world.db.query(
      `UPDATE social_publication SET state = 'failed', error_code = 'PLATFORM_REFUSED',
         settled_at = now() WHERE post_id = $1`,
      [id],
    );
    const written = await writtenBeforeAccount(() => settlePost(deps(world.db), id));
    expect(written).to.include.members([...EVENT, 'social_post', 'hold']);
  });
});
