import { expect } from 'chai';
import { createKeyLookup, type KeyLookup } from '../../domain/accounts/find-callers.js';
import { revokeKey } from '../../domain/accounts/mark-key-revoked.js';
import { listRoleScopes } from '../../domain/catalogue/roles.js';
import { hashApiKey, createApiKey } from '../../domain/contract/create-api-key.js';
import { freshDatabase } from '../entities/fresh-database.js';
import { buildAccount, joinAs } from '../support/accounts.js';
import { randomFrom } from '../support/random.js';
import { until } from '../support/until.js';

/** Returns the argument and the account of each request, so that tests detect mixed-up results. */
const ECHO = { name: 'echo', sql: 'SELECT json_build_array(c.about, c.account_id)' };

describe('API key lookup', () => {
  const fresh = freshDatabase({ poolSize: 16 });
  const ask = (apiKey: string, about: string | null = null): KeyLookup => ({
    hash: hashApiKey(apiKey),
    about,
  });
  const build = (perMinute: number) =>
    buildAccount(fresh.db, { raised: { requests_per_minute: perMinute } });
  const rest = async (...asked: KeyLookup[]) => {
    const found = await createKeyLookup(fresh.db, null)(asked);
    return found.map((known) => known?.rate.allowed && known.rate.remaining);
  };

  it('returns the right caller and extra data for each request, in order', async () => {
    const [one, other, revoked] = [await build(60), await build(60), await build(60)];
    await revokeKey(fresh.db.manager, revoked.keyId);
    const asked = [
      ask(other.apiKey, 'a'),
      ask(createApiKey(), 'b'),
      ask(one.apiKey, 'c'),
      ask(revoked.apiKey, 'd'),
      ask(other.apiKey, "e'\\ é"),
      ask(one.apiKey),
    ];
    const found = await createKeyLookup(fresh.db, ECHO)(asked);
    expect(found.map((known) => known?.caller.keyId)).to.deep.equal(
      [other, null, one, null, other, one].map((account) => account?.keyId),
    );
    expect(found.map((known) => known?.prefetched)).to.deep.equal([
      ['a', other.accountId],
      undefined,
      ['c', one.accountId],
      undefined,
      ["e'\\ é", other.accountId],
      [null, one.accountId],
    ]);
    const [alone] = await createKeyLookup(fresh.db, ECHO)([ask(one.apiKey, 'f')]);
    expect(alone?.caller).to.deep.equal(found[2]?.caller);
    expect(alone?.prefetched).to.deep.equal(['f', one.accountId]);
  });

  it("returns the scopes of the member's current role, for one key or many", async () => {
    const accounts = [await build(60), await build(60), await build(60)];
    const roles = ['owner', 'developer', 'viewer'] as const;
    for (const [at, { accountId, keyId }] of accounts.entries()) {
      const id = await joinAs(fresh.db, { accountId, keyId }, roles[at] ?? 'viewer');
      expect(id).to.match(/^mem_/);
    }
    const find = createKeyLookup(fresh.db, null);
    const asked = accounts.map(({ apiKey }) => ask(apiKey));
    const together = await find(asked);
    const alone = [];
    for (const one of asked) alone.push(...(await find([one])));
    for (const found of [together, alone]) {
      const scopes = found.map((known) => known?.caller.scopes);
      expect(scopes).to.deep.equal(roles.map((role) => listRoleScopes(role)));
    }
  });

  it("counts a key's requests and returns the number of remaining requests", async () => {
    const [busy, calm] = [await build(60), await build(60)];
    const [a, b] = [ask(busy.apiKey), ask(calm.apiKey)];
    expect(await rest(a, b, a, a)).to.deep.equal([59, 59, 58, 57]);
    expect(await rest(a, b)).to.deep.equal([56, 58]);
    expect(await rest(b)).to.deep.equal([57]);
  });

  it('limits a key to its rate without limiting other keys', async () => {
    const [small, calm] = [await build(2), await build(60)];
    const [a, b] = [ask(small.apiKey), ask(calm.apiKey)];
    expect(await rest(a, b, a, a, a)).to.deep.equal([1, 59, 0, false, false]);
    expect(await rest(a, b, a)).to.deep.equal([false, 58, false]);
    // One more request is allowed, because half of the burst of one minute has passed.
    await fresh.db.query("UPDATE rate_bucket SET tat = tat - interval '30 s' WHERE key_id = $1", [
      small.keyId,
    ]);
    expect(await rest(a, a, b)).to.deep.equal([0, false, 57]);
    const found = await createKeyLookup(fresh.db, null)([a, a]);
    expect(found.map((known) => known?.rate.retryAfter)).to.deep.equal([30, 30]);
  });

  it('updates the last-used time of idle keys', async () => {
    const accounts = [await build(60), await build(60)];
    await rest(...accounts.map(({ apiKey }) => ask(apiKey)));
    const rows: { recent: boolean }[] = await fresh.db.query(
      "SELECT last_used_at > now() - interval '1 minute' AS recent FROM api_key WHERE id = ANY($1)",
      [accounts.map(({ keyId }) => keyId)],
    );
    expect(rows).to.deep.equal([{ recent: true }, { recent: true }]);
  });

  it("enforces each key's exact rate when batches that share keys race", async () => {
    const random = randomFrom(17);
    const limit = 20;
    const accounts = await Promise.all(Array.from({ length: 6 }, () => build(limit)));
    const groups = Array.from({ length: 24 }, () => {
      const order = accounts.toSorted(() => random() - 0.5);
      return [...order, ...order.slice(0, 3)].map(({ apiKey }) => ask(apiKey));
    });
    const found = await Promise.all(groups.map((asked) => createKeyLookup(fresh.db, null)(asked)));
    const allowed = found.flat().filter((known) => known?.rate.allowed);
    for (const { keyId } of accounts) {
      const own = allowed.filter((known) => known?.caller.keyId === keyId);
      // The limit refills one request every three seconds, which a slow machine may reach.
      expect(own).to.have.length.within(limit, limit + 2);
    }
  });

  it('handles keys one by one when another statement locks their rows in a different order', async () => {
    const accounts = [await build(60), await build(60)];
    const [first = '', second = ''] = accounts.map(({ keyId }) => keyId).toSorted();
    await rest(...accounts.map(({ apiKey }) => ask(apiKey)));
    const lock = 'SELECT FROM rate_bucket WHERE key_id = $1 FOR UPDATE';
    const { manager } = fresh.db;
    const together = await manager.transaction(async (tx) => {
      await tx.query(lock, [second]);
      const found = rest(...accounts.map(({ apiKey }) => ask(apiKey)));
      await until('the group waits for the second row', async () => {
        const [row]: { count: number }[] = await fresh.db.query(
          `SELECT count(*)::int AS count FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return row?.count === 1;
      });
      await tx.query(lock, [first]);
      return [found];
    });
    expect(await together[0]).to.deep.equal([58, 58]);
  });
});
