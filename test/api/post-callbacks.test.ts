import { expect } from 'chai';
import type { WorkflowToStart } from '../../domain/durable/start-workflow.js';
import { changeHere } from '../support/post-runs.js';
import { postSuite } from './posts-rig.js';

/** A public address; the tests do not resolve its name. */
const URL = 'https://example.com/done';

describe('callbacks of posts', () => {
  const suite = postSuite((deps) => ({ ...changeHere(deps), urlFault: async () => null }));

  const deliveries = (accountId: string): Promise<{ callback_ref: string; type: string }[]> =>
    suite.db.query(
      'SELECT callback_ref, type FROM webhook_delivery WHERE account_id = $1 ORDER BY id',
      [accountId],
    );
  const starts = (
    accountId: string,
  ): Promise<{ fairness_key: string; args: WorkflowToStart['args'] }[]> =>
    suite.db.query(
      `SELECT fairness_key, args FROM workflow_start
       WHERE account_id = $1 AND workflow_type = 'deliverWebhook'`,
      [accountId],
    );

  it('receive the event of a scheduled post, unlike webhook endpoints', async () => {
    const poster = await suite.poster(['threads']);
    const { accountId, client } = poster.customer;
    await client.call('POST', '/v1/webhooks', { body: { url: URL } });
    const { id } = await suite.scheduled(poster, { webhook_url: URL });
    const silent = await suite.scheduled(poster);
    await suite.db.query('DELETE FROM webhook_delivery WHERE account_id = $1', [accountId]);
    await suite.settle(id);
    await suite.settle(silent.id);
    expect(await deliveries(accountId)).to.deep.equal([
      { callback_ref: id, type: 'social_post.published' },
    ]);
    await suite.forgetStarts();
  });

  it('receive a failure, and share one fairness key per account', async () => {
    const poster = await suite.poster(['threads']);
    const { accountId } = poster.customer;
    for (const events of [['social_post.failed'], ['social_post.published']]) {
      const more = { webhook_url: URL, webhook_events: events };
      const { id } = await suite.scheduled(poster, more);
      await suite.settle(id, { threads: 'MEDIA_REFUSED' });
    }
    const [row, ...others] = await deliveries(accountId);
    expect([row?.type, others]).to.deep.equal(['social_post.failed', []]);
    const [start] = await starts(accountId);
    const group = `callbacks ${accountId}`;
    expect(start?.fairness_key).to.equal(group);
    expect(start?.args[0]).to.include({ group });
    await suite.forgetStarts();
  });

  it('are refused for events of generations and for events without a URL', async () => {
    const poster = await suite.poster(['threads']);
    for (const more of [
      { webhook_url: URL, webhook_events: ['generation.completed'] },
      { webhook_events: ['social_post.failed'] },
    ]) {
      const answer = await suite.post(poster, more);
      expect([answer.status, answer.text.includes('body.webhook_events')]).to.deep.equal([
        400,
        true,
      ]);
    }
  });
});
