import { expect } from 'chai';
import type { Tokens } from '../../domain/ports/social-platform.js';
import { PlatformFailure } from '../../domain/ports/social-platform.js';
import { readTokens } from '../../domain/social/accounts/read-tokens.js';
import { refreshDue } from '../../domain/social/accounts/refresh-due.js';
import { buildTokenColumns } from '../../domain/social/accounts/token-columns.js';
import { withToken, type TokenDeps } from '../../domain/social/accounts/with-token.js';
import { SocialAccount } from '../../entities/social-account.js';
import { FairQueue } from '../../runtime/fair-queue.js';
import { REFRESHES } from '../../runtime/shares.js';
import { until } from '../support/until.js';
import { failureOf } from '../support/failure.js';
import { connectSuite, type Owner } from './connect-rig.js';
import type { FakePlatform } from './fake-platform.js';

const DAY = 86_400_000;
const { signal } = new AbortController();

const lost = (): never => {
  throw new PlatformFailure('retry', 'PLATFORM_UNAVAILABLE', 'no_answer');
};
const workThenLost = (work: () => Tokens): never => {
  work();
  return lost();
};
const fails = (kind: PlatformFailure['kind']) => (): never => {
  throw new PlatformFailure(kind, 'PLATFORM_UNAVAILABLE', kind);
};

describe("a connected account's tokens", () => {
  const suite = connectSuite();
  let platform: FakePlatform;
  let owner: Owner;
  let id: string;

  beforeEach(async () => {
    platform = suite.platform('twitter');
    owner = await suite.owner();
    await suite.connect(owner);
    id = (await suite.account(owner))?.id ?? '';
    platform.failures.splice(0);
  });

  /** Returns the dependencies of another process, which has separate queues. */
  const process = (): TokenDeps => ({ ...suite.api.deps, refreshes: new FairQueue(REFRESHES) });
  const call = (deps: TokenDeps = suite.api.deps) =>
    withToken(deps, id, async ({ accessToken }) => platform.use(accessToken), signal);
  const read = () => readTokens(suite.db.manager, suite.api.deps.vault, id);

  /** Changes the expiry of the access token, also in the encrypted tokens. */
  async function age(accessExpiresAt: number): Promise<void> {
    const held = await read();
    const { vault } = suite.api.deps;
    const columns = buildTokenColumns(vault, held, { ...held.tokens, accessExpiresAt });
    await suite.db.query(
      'UPDATE social_account SET tokens = $2, access_expires_at = $3 WHERE id = $1',
      [id, columns.tokens, columns.accessExpiresAt],
    );
  }
  /** Postpones the refresh of all accounts, so that no account of another test is due. */
  const allLater = () =>
    suite.db.query("UPDATE social_account SET next_refresh_at = now() + interval '1 day'");
  const due = () =>
    suite.db.query(
      `UPDATE social_account SET next_refresh_at = now() - interval '1 s' WHERE id = $1`,
      [id],
    );
  const state = async () => (await suite.account(owner))?.state;

  it('are used unchanged until shortly before they expire', async () => {
    const { version } = await read();
    const before = platform.refreshes;
    await call();
    await age(Date.now() + 6 * 60_000);
    await call();
    expect(platform.refreshes).to.equal(before);
    await age(Date.now() + 4 * 60_000);
    await call();
    expect(platform.refreshes).to.equal(before + 1);
    expect((await read()).version).to.equal(version + 1);
  });

  it('are refreshed only once for twenty concurrent calls in four processes', async () => {
    await age(Date.now());
    const before = platform.refreshes;
    const processes = Array.from({ length: 4 }, process);
    const calls = Array.from({ length: 20 }, (_, n) => call(processes[n % 4]));
    const used = await Promise.all(calls);
    expect(platform.refreshes).to.equal(before + 1);
    expect(new Set(used)).to.have.property('size', 1);
    const { tokens, version } = await read();
    expect([tokens.accessToken, version]).to.deep.equal([used[0], 2]);
  });

  it('are refreshed three at a time per process if many accounts are due, each with a connection', async () => {
    const { accountId, characterId } = owner;
    const copies = await Promise.all(
      Array.from({ length: 9 }, async (_, n) => {
        const copy = `${id}${n}`;
        const owned = { id: copy, platform: 'twitter', version: 1 } as const;
        await suite.db.getRepository(SocialAccount).insert({
          ...buildTokenColumns(suite.api.deps.vault, owned, platform.give(0)),
          id: copy,
          accountId,
          characterId: `${characterId}${n}`,
          platform: 'twitter',
          remoteId: String(n),
          username: 'ava',
          scopes: [],
          feeDueAt: new Date(),
        });
        return copy;
      }),
    );
    const deps = process();
    platform.most = 0;
    const gate = Promise.withResolvers<void>();
    platform.gate = gate.promise;
    const before = platform.refreshes;
    const calls = copies.map((copy) =>
      withToken(deps, copy, async ({ accessToken }) => platform.use(accessToken), signal),
    );
    await until('three refreshes have begun', async () => platform.refreshes === before + 3);
    gate.resolve();
    await Promise.all(calls);
    expect([platform.refreshes - before, platform.most]).to.deep.equal([9, 3]);
  });

  it('are refreshed once if the platform rejects them, and the call is then repeated', async () => {
    let tries = 0;
    const before = platform.refreshes;
    const use = async ({ accessToken }: { accessToken: string }) => {
      tries += 1;
      if (tries === 1) throw new PlatformFailure('unauthorized', 'ACCOUNT_NEEDS_LOGIN', '401');
      return accessToken;
    };
    const used = await withToken(suite.api.deps, id, use, signal);
    expect([tries, platform.refreshes]).to.deep.equal([2, before + 1]);
    expect(used).to.equal((await read()).tokens.accessToken);
    expect(await state()).to.equal('connected');
  });

  it('require a login if the platform also rejects the refreshed tokens', async () => {
    const failure = await failureOf(
      withToken(
        suite.api.deps,
        id,
        async () => {
          throw new PlatformFailure('unauthorized', 'ACCOUNT_NEEDS_LOGIN', '401');
        },
        signal,
      ),
    );
    expect(failure).to.include({ kind: 'reauth', code: 'ACCOUNT_NEEDS_LOGIN' });
    expect(await state()).to.equal('needs_login');
  });

  it('require a login once they are revoked, and the platform is not called again', async () => {
    platform.revokeAll();
    const failure = await failureOf(call());
    expect(failure).to.include({ kind: 'reauth', code: 'ACCOUNT_NEEDS_LOGIN' });
    expect(await state()).to.equal('needs_login');
    const before = platform.refreshes;
    expect(await failureOf(call())).to.include({ code: 'ACCOUNT_NEEDS_LOGIN' });
    expect(platform.refreshes).to.equal(before);
    const warnings = suite.kept.lines.filter(
      ({ msg }) => msg === 'a platform has ended a connection',
    );
    expect(warnings.map((line) => line['socialAccountId'])).to.include(id);
  });

  it('fail as ACCOUNT_DISCONNECTED if the account is deleted', async () => {
    await suite.db.query('DELETE FROM social_account WHERE id = $1', [id]);
    expect(await failureOf(call())).to.include({ kind: 'reauth', code: 'ACCOUNT_DISCONNECTED' });
  });

  it('stay valid after a refresh that had neither a response nor an effect', async () => {
    await age(Date.now());
    const before = platform.refreshes;
    platform.failures.push(lost);
    await call();
    expect(platform.refreshes).to.equal(before + 2);
    expect(await state()).to.equal('connected');
  });

  it('require a login if the response with the new tokens was lost', async () => {
    await age(Date.now());
    const before = platform.refreshes;
    platform.failures.push(workThenLost);
    expect(await failureOf(call())).to.include({ kind: 'reauth', code: 'ACCOUNT_NEEDS_LOGIN' });
    expect(platform.refreshes).to.equal(before + 2);
    expect(await state()).to.equal('needs_login');
  });

  for (const kind of ['retry', 'rate_limited', 'misconfigured', 'permanent'] as const) {
    it(`are kept and used while valid if a refresh fails with ${kind}`, async () => {
      await age(Date.now() + 60_000);
      platform.failures.push(fails(kind), fails(kind));
      await call();
      await age(Date.now());
      platform.failures.splice(0);
      platform.failures.push(fails(kind), fails(kind));
      expect(await failureOf(call())).to.include({ kind });
      expect(await state()).to.equal('connected');
      platform.failures.splice(0);
      await call();
    });
  }

  it('keep the refresh token if the platform does not return a new one', async () => {
    const { tokens } = await read();
    const real = platform.refreshTokens.bind(platform);
    platform.refreshTokens = async (given) => ({ ...(await real(given)), refreshToken: null });
    await age(Date.now());
    await call();
    platform.refreshTokens = real;
    expect((await read()).tokens.refreshToken).to.equal(tokens.refreshToken);
  });

  it('of a new connection are not overwritten by a concurrent refresh', async () => {
    await age(Date.now());
    const gate = Promise.withResolvers<void>();
    platform.gate = gate.promise;
    const before = platform.refreshes;
    const called = call();
    await until('the refresh is in flight', async () => platform.refreshes > before);
    platform.gate = Promise.resolve();
    await suite.connect(owner);
    gate.resolve();
    const { version, tokens } = await read();
    expect(await called).to.equal(tokens.accessToken);
    expect(version).to.equal(2);
    expect((await read()).version).to.equal(2);
  });

  it('can be decrypted only together with their version number', async () => {
    await suite.db.query('UPDATE social_account SET token_version = 7 WHERE id = $1', [id]);
    expect(await failureOf(call())).to.include({ kind: 'misconfigured' });
    expect(await state()).to.equal('connected');
  });

  it('are refreshed by maintenance if they are unused, and get a new refresh date', async () => {
    await allLater();
    await due();
    const { version } = await read();
    const round = await refreshDue(suite.api.deps, signal);
    expect(round).to.deep.equal({ ...NOTHING, refreshed: 1 });
    expect((await read()).version).to.equal(version + 1);
    const days = (Number((await suite.account(owner))?.next_refresh_at) - Date.now()) / DAY;
    expect(days).to.be.within(59, 90);
    expect(await refreshDue(suite.api.deps, signal)).to.deep.equal(NOTHING);
  });

  it('are refreshed after an outage, and require a login after a revocation', async () => {
    await allLater();
    await due();
    platform.failures.push(lost, lost);
    expect(await refreshDue(suite.api.deps, signal)).to.deep.equal({ ...NOTHING, put_off: 1 });
    expect(await refreshDue(suite.api.deps, signal)).to.deep.equal(NOTHING);
    platform.revokeAll();
    await due();
    expect(await refreshDue(suite.api.deps, signal)).to.deep.equal({ ...NOTHING, ended: 1 });
    expect(await state()).to.equal('needs_login');
    expect(await refreshDue(suite.api.deps, signal)).to.deep.equal(NOTHING);
  });
});

const NOTHING = { refreshed: 0, ended: 0, put_off: 0 };
