import { expect } from 'chai';
import type { EntityManager } from 'typeorm';
import { emitLowBalance } from '../../domain/webhooks/emit-event.js';
import { closeDeliveries } from '../../domain/webhooks/close-deliveries.js';
import { buildAccount } from '../support/accounts.js';
import { freshDatabase } from '../entities/fresh-database.js';

const AT = new Date('2026-11-20T12:00:00Z');

describe('events and their deliveries', () => {
  const fresh = freshDatabase();
  let accountId: string;
  let endpoints = 0;
  beforeEach(async () => {
    ({ accountId } = await buildAccount(fresh.db));
  });

  async function endpoint(events: string[], enabled = true): Promise<string> {
    const id = `whk_${String((endpoints += 1)).padStart(32, '0')}`;
    await fresh.db.query(
      `INSERT INTO webhook_endpoint (id, account_id, url, events, description, enabled, secret)
       VALUES ($1, $2, 'https://example.com/', $3, '', $4, 'sealed')`,
      [id, accountId, events, enabled],
    );
    return id;
  }
  const emit = (tx: EntityManager = fresh.db.manager, at = AT) =>
    emitLowBalance(tx, accountId, 7, at);
  const rows = (): Promise<{ endpoint_id: string; status: string; started: boolean }[]> =>
    fresh.db.query(
      `SELECT d.endpoint_id, d.status, w.workflow_id IS NOT NULL AS started
       FROM webhook_delivery d LEFT JOIN workflow_start w ON w.workflow_id = d.id
       WHERE d.account_id = $1 ORDER BY d.endpoint_id`,
      [accountId],
    );

  /** Records the statements that a transaction sends. */
  async function statements(act: (tx: EntityManager) => Promise<unknown>): Promise<string[]> {
    const sent: string[] = [];
    await fresh.db.transaction(async (tx) => {
      const counting = new Proxy(tx, {
        get(target, name) {
          if (name !== 'query') return Reflect.get(target, name) as unknown;
          return (text: string, values?: unknown[]): Promise<unknown> => {
            sent.push(text);
            return target.query(text, values);
          };
        },
      });
      await act(counting);
    });
    return sent;
  }

  it('take one statement for an account without endpoints', async () => {
    expect(await statements((tx) => emit(tx))).to.have.length(1);
  });

  it('take three statements for twenty endpoints', async () => {
    for (let count = 0; count < 20; count += 1) await endpoint(['credits.low']);
    expect(await statements((tx) => emit(tx))).to.have.length(3);
    expect(await rows()).to.have.length(20);
  });

  it('include one workflow start per subscribed endpoint, and only a record for a disabled endpoint', async () => {
    const a = await endpoint(['credits.low', 'generation.failed']);
    await endpoint(['generation.failed']);
    const c = await endpoint(['credits.low'], false);
    const starts = await emit();
    expect(await rows()).to.deep.equal([
      { endpoint_id: a, status: 'pending', started: true },
      { endpoint_id: c, status: 'skipped', started: false },
    ]);
    expect(starts).to.have.length(1);
    expect(starts[0]).to.deep.include({
      workflowType: 'deliverWebhook',
      accountId,
      fairnessKey: a,
      args: [
        {
          deliveryId: starts[0]?.workflowId,
          endpointId: a,
        },
      ],
      attributes: {
        AccountId: accountId,
        WebhookId: a,
        EventType: 'credits.low',
      },
    });
  });

  it('are not written again if the same cause is repeated', async () => {
    await endpoint(['credits.low']);
    await emit();
    expect(await emit()).to.deep.equal([]);
    expect(await rows()).to.have.length(1);
  });

  it('do not exist after a rollback, and neither do their workflow starts', async () => {
    await endpoint(['credits.low']);
    await fresh.db
      .transaction(async (tx) => {
        await emit(tx);
        throw new Error('refused after it');
      })
      .catch(() => undefined);
    expect(await rows()).to.deep.equal([]);
    const [count]: { events: number }[] = await fresh.db.query(
      'SELECT count(*)::int AS events FROM event WHERE account_id = $1',
      [accountId],
    );
    expect(count?.events).to.equal(0);
  });

  it('close together with their workflow starts when the endpoint closes, without affecting other endpoints', async () => {
    const a = await endpoint(['credits.low']);
    const b = await endpoint(['credits.low']);
    await emit();
    const closed = await fresh.db.transaction((tx) => closeDeliveries(tx, a, 'cancelled'));
    expect(closed).to.have.length(1);
    expect(await rows()).to.deep.equal([
      { endpoint_id: a, status: 'cancelled', started: false },
      { endpoint_id: b, status: 'pending', started: true },
    ]);
    const again = await fresh.db.transaction((tx) => closeDeliveries(tx, a, 'skipped'));
    expect(again, 'closed deliveries do not change').to.deep.equal([]);
  });
});
