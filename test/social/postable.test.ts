import { expect } from 'chai';
import { changePlan } from '../../domain/accounts/change-plan.js';
import { suspendAccount } from '../../domain/accounts/suspend-account.js';
import { createSubjectId } from '../../domain/contract/ids.js';
import { findPostable } from '../../domain/social/accounts/postable.js';
import { ledgerWorld } from '../ledger/world.js';
import { buildAccount } from '../support/accounts.js';
import { connect } from './connected.js';
import { feeDeps } from './fee-deps.js';

describe("a character's permission to post to a platform", () => {
  const world = ledgerWorld();

  /**
   * Creates a customer with a connected account.
   * @returns also a function that checks the permission
   */
  async function connected(credits = 500) {
    const owner = await buildAccount(world.db, { plan: 'creator', credits });
    const { accountId } = owner;
    const account = await connect(feeDeps(world.db), owner);
    const { characterId, platform } = account;
    const ask = (change: Partial<Parameters<typeof findPostable>[1]> = {}) =>
      findPostable(world.db.manager, { accountId, characterId, platform, ...change });
    const set = (columns: string) =>
      world.db.query(`UPDATE social_account SET ${columns} WHERE id = $1`, [account.id]);
    return { owner, account, ask, set };
  }
  const refused = (code: string) => ({ ok: false, code });

  it('names the connected account', async () => {
    const { account, ask } = await connected();
    expect(await ask()).to.deep.equal({ ok: true, socialAccountId: account.id });
  });

  it('is refused for another platform, character or account', async () => {
    const { ask } = await connected();
    const { owner: other } = await connected();
    const none = refused('ACCOUNT_DISCONNECTED');
    expect(await ask({ platform: 'youtube' })).to.deep.equal(none);
    expect(await ask({ characterId: createSubjectId() })).to.deep.equal(none);
    expect(await ask({ accountId: other.accountId })).to.deep.equal(none);
  });

  it('is refused if the owner must log in again, and otherwise while the fee is unpaid', async () => {
    const { ask, set } = await connected();
    await set('payment_due = true');
    expect(await ask()).to.deep.equal(refused('FEE_UNPAID'));
    await set("state = 'needs_login'");
    expect(await ask()).to.deep.equal(refused('ACCOUNT_NEEDS_LOGIN'));
  });

  it('is first refused if the plan has no posts or the account is suspended', async () => {
    const { owner, ask, set } = await connected();
    await set('payment_due = true');
    await changePlan(world.db.manager, owner.accountId, 'free');
    expect(await ask()).to.deep.equal(refused('PLAN_REQUIRED'));
    await suspendAccount(world.db.manager, owner.accountId);
    expect(await ask()).to.deep.equal(refused('ACCOUNT_SUSPENDED'));
  });
});
