import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { QUEUES } from '../../domain/catalogue/queues.js';
import { SocialAccount } from '../../entities/social-account.js';
import { buildAccount } from '../support/accounts.js';
import { usePlatform } from '../support/use-platform.js';
import { connect } from '../social/connected.js';

describe('chargeFees', () => {
  const api = usePlatform({ workers: { media: false } });

  it('charges due fees when its schedule starts it, and returns the number of charged fees', async () => {
    const { db, temporal } = api.deps;
    const payer = await buildAccount(db, { plan: 'creator', credits: 500 });
    const due = new Date(Date.now() - 31 * 86_400_000);
    for (let index = 0; index < 3; index += 1) await connect(api.deps, payer, { now: due });
    const charged: { charged: number } = await temporal.client.workflow.execute('chargeFees', {
      workflowId: `charge-fees-${randomUUID()}`,
      taskQueue: QUEUES.orchestrator,
    });
    expect(charged.charged).to.be.at.least(1);
    const rows = await db.manager.findBy(SocialAccount, { accountId: payer.accountId });
    expect(rows.map(({ feePeriod }) => feePeriod)).to.deep.equal([2, 2, 2]);
    const [left] = await db.query('SELECT sub::int FROM account WHERE id = $1', [payer.accountId]);
    expect(left).to.deep.equal({ sub: 400 });
  });
});
