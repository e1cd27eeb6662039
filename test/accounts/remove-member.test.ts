import { expect } from 'chai';
import { addMember, requireMember } from '../../domain/accounts/add-member.js';
import { authenticateKey } from '../support/authenticate-key.js';
import { createKey } from '../../domain/accounts/create-key.js';
import { removeMember } from '../../domain/accounts/remove-member.js';
import { createId } from '../../domain/contract/ids.js';
import { beginSession } from '../../domain/identity/begin-session.js';
import { openSignInLink } from '../../domain/identity/open-sign-in-link.js';
import { freshDatabase } from '../entities/fresh-database.js';
import { failureOf } from '../support/failure.js';
import { until } from '../support/until.js';
import { buildAccount } from '../support/accounts.js';

/** Restores the member, so that it can be removed again. */
const TAKEN_BACK = new Error('taken back');
const fail = () => {
  throw TAKEN_BACK;
};

describe('removeMember', () => {
  const fresh = freshDatabase({ poolSize: 16 });

  async function member() {
    const account = await buildAccount(fresh.db);
    const { accountId } = account;
    const id = createId('mem');
    await addMember(fresh.db.manager, { id, accountId, name: 'Ann' });
    const key = () =>
      fresh.db.transaction(async (tx) => {
        await requireMember(tx, accountId, id);
        const own = { id: createId('key'), accountId, memberId: id, monthlyCap: null };
        return createKey(tx, { ...own, scopes: ['read'] });
      });
    const remove = () => fresh.db.transaction((tx) => removeMember(tx, id));
    return { account, id, key, remove };
  }
  const isKnown = async (apiKey: string) => (await authenticateKey(fresh.db, apiKey)) !== null;

  it("revokes the member's keys immediately and keeps the account's other keys", async () => {
    const { account, key, remove } = await member();
    const keys = [await key(), await key()];
    const { changed, revokedKeys } = await remove();
    expect([changed, revokedKeys.length]).to.deep.equal([true, 2]);
    for (const apiKey of keys) expect(await isKnown(apiKey)).to.equal(false);
    expect(await isKnown(account.apiKey)).to.equal(true);
    expect(await remove()).to.deep.equal({ changed: false, revokedKeys: [] });
  });

  it('prevents new keys for the removed member, even in concurrent requests', async () => {
    const { id, key, remove } = await member();
    const making = Array.from({ length: 8 }, () => key());
    const results = await Promise.allSettled([...making, remove()]);
    expect(results.at(-1)?.status).to.equal('fulfilled');
    const active = 'SELECT 1 FROM api_key WHERE member_id = $1 AND revoked_at IS NULL';
    expect(await fresh.db.query(active, [id])).to.deep.equal([]);
    expect(await failureOf(key())).to.include({ code: 'NOT_FOUND' });
  });

  it("does not deadlock with a concurrent use of the member's session or sign-in link", async () => {
    const { account, id, remove } = await member();
    const { accountId } = account;
    const who = { accountId, memberId: id, operator: false };
    await fresh.db.transaction((tx) => beginSession(tx, { ...who, openedBy: 'link', browser: '' }));
    await fresh.db.transaction((tx) => openSignInLink(tx, who));
    const waits = `SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    for (const table of ['session', 'sign_in_link']) {
      const removals: Promise<unknown>[] = [];
      const finishing = fresh.db.transaction(async (tx) => {
        await tx.query(`SELECT 1 FROM ${table} WHERE member_id = $1 FOR UPDATE`, [id]);
        removals.push(fresh.db.transaction((other) => removeMember(other, id).then(fail)));
        await until(
          'the removal waits for a lock',
          async () => (await fresh.db.query(waits)).length > 0,
        );
        await requireMember(tx, accountId, id);
      });
      await finishing;
      expect(await failureOf(Promise.all(removals))).to.equal(TAKEN_BACK);
    }
    expect((await remove()).changed).to.equal(true);
  });

  it('throws NOT_FOUND for a member that does not exist', async () => {
    const work = removeMember(fresh.db.manager, 'mem_none');
    expect(await failureOf(work)).to.include({ code: 'NOT_FOUND' });
  });
});
