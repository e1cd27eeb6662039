import { expect } from 'chai';
import { changePlan } from '../../domain/accounts/change-plan.js';
import { PLATFORMS } from '../../domain/catalogue/social-platforms.js';
import { createSubjectId } from '../../domain/contract/ids.js';
import type {
  DisconnectedBody,
  SocialAccountListBody,
} from '../../domain/contract/social-account.js';
import { PlatformFailure } from '../../domain/ports/social-platform.js';
import { revokeEnded } from '../../domain/social/accounts/revoke-ended.js';
import { endCharacterAccounts } from '../../domain/social/accounts/end-accounts.js';
import { SocialAccount } from '../../entities/social-account.js';
import { ApiSuite, registerSuite, type Customer } from '../api/suite.js';
import { squareUrl } from '../support/data-url.js';
import { connect, TOKENS } from './connected.js';
import { Revocations } from './platform-double.js';

describe('connected accounts', () => {
  const remote = new Revocations();
  const suite = registerSuite(new ApiSuite(), {
    workers: null,
    change: (deps) => ({ ...deps, platforms: remote.platforms('twitter', 'tiktok', 'threads') }),
  });
  const deps = () => suite.api.deps;
  afterEach(() => {
    remote.revoked.length = 0;
    remote.answer = () => Promise.resolve();
  });

  const list = async ({ client }: Customer, query = '') => {
    const answer = await client.get<SocialAccountListBody>(`/v1/social/accounts${query}`);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  };
  const disconnect = (
    { client }: Customer,
    at: { characterId: string; platform: string },
    idem?: string,
  ) => {
    const path = `/v1/social/accounts/${at.characterId}/${at.platform}`;
    return client.call<DisconnectedBody>('DELETE', path, { ...(idem && { idem }) });
  };
  const rows = ({ accountId }: Customer) => suite.db.manager.findBy(SocialAccount, { accountId });

  describe('GET /v1/social/accounts', () => {
    it('lists all accounts in the order in which they were connected, each with its fee', async () => {
      const customer = await suite.customer({ plan: 'creator' });
      const characterId = createSubjectId();
      const made = [];
      for (const platform of ['tiktok', 'threads', 'twitter'] as const) {
        made.push(await connect(deps(), customer, { characterId, platform }));
      }
      const body = await list(customer);
      expect(body.data.map(({ platform }) => platform)).to.deep.equal([
        'tiktok',
        'threads',
        'twitter',
      ]);
      const [, , extra] = body.data;
      expect(extra).to.deep.equal({
        object: 'social_account',
        character_id: characterId,
        platform: 'twitter',
        username: 'ava',
        connected_at: extra?.connected_at,
        monthly_fee_credits: 50,
        payment_due: false,
        needs_login: false,
      });
      expect(body).to.include({ included_accounts: 2, connected_accounts: 3 });
    });

    it('counts all accounts even when filtered, and returns an empty list for an unknown character', async () => {
      const customer = await suite.customer();
      const first = await connect(deps(), customer);
      await connect(deps(), customer);
      const body = await list(customer, `?character_id=${first.characterId}`);
      expect(body.data.map((row) => row.character_id)).to.deep.equal([first.characterId]);
      expect(body).to.include({ included_accounts: 15, connected_accounts: 2 });
      expect((await list(customer, '?character_id=none')).data).to.deep.equal([]);
    });

    it('shows needs_login and payment_due, even on the Free plan', async () => {
      const customer = await suite.customer({ plan: 'creator', credits: 10 });
      for (let index = 0; index < 3; index += 1) await connect(deps(), customer);
      await suite.db.query(
        "UPDATE social_account SET state = 'needs_login' WHERE account_id = $1 AND payment_due",
        [customer.accountId],
      );
      await changePlan(suite.db.manager, customer.accountId, 'free');
      const body = await list(customer);
      expect(body.data.map((row) => [row.payment_due, row.needs_login])).to.deep.equal([
        [false, false],
        [false, false],
        [true, true],
      ]);
      expect(body.included_accounts).to.equal(0);
    });

    it("shows neither tokens nor another customer's accounts", async () => {
      const [customer, other] = [await suite.customer(), await suite.customer()];
      await connect(deps(), other);
      expect(await list(customer)).to.include({ connected_accounts: 0 });
      expect(JSON.stringify(await list(other))).not.to.match(/token|sealed|scope/);
    });
  });

  describe('DELETE /v1/social/accounts/…', () => {
    it('removes the account, and revokes its tokens at the platform', async () => {
      const customer = await suite.customer();
      const kept = await connect(deps(), customer);
      const at = await connect(deps(), customer, { platform: 'tiktok' });
      const answer = await disconnect(customer, at);
      expect([answer.status, answer.body]).to.deep.equal([
        200,
        {
          object: 'social_account',
          character_id: at.characterId,
          platform: 'tiktok',
          deleted: true,
        },
      ]);
      expect((await rows(customer)).map(({ id }) => id)).to.deep.equal([kept.id]);
      expect(remote.revoked).to.deep.equal([{ platform: 'tiktok', tokens: TOKENS }]);
      expect((await disconnect(customer, at)).status).to.equal(404);
    });

    it('replays for the same key, even concurrently, and revokes only once', async () => {
      const customer = await suite.customer();
      const at = await connect(deps(), customer);
      const duplicates = await Promise.all([1, 2, 3].map(() => disconnect(customer, at, 'one')));
      expect(duplicates.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
      expect((await disconnect(customer, at, 'one')).status).to.equal(200);
      expect(remote.revoked).to.have.length(1);
    });

    it("returns 404 for an unknown account or platform, and for another customer's account", async () => {
      const [customer, other] = [await suite.customer(), await suite.customer()];
      const at = await connect(deps(), customer);
      expect((await disconnect(other, at)).status).to.equal(404);
      expect((await disconnect(customer, { ...at, platform: 'youtube' })).status).to.equal(404);
      const unknown = await disconnect(customer, { ...at, platform: 'myspace' });
      expect(unknown.status).to.equal(404);
      expect(unknown.text).to.include('no platform `myspace`');
      expect(await rows(customer)).to.have.length(1);
    });

    it('succeeds even if the platform refuses or does not offer revocation', async () => {
      const customer = await suite.customer();
      remote.answer = () =>
        Promise.reject(new PlatformFailure('retry', 'PLATFORM_UNAVAILABLE', '503'));
      const refused = await connect(deps(), customer);
      expect((await disconnect(customer, refused)).status).to.equal(200);
      const instagram = await connect(deps(), customer, { platform: 'instagram' });
      expect((await disconnect(customer, instagram)).status).to.equal(200);
      expect(await rows(customer)).to.deep.equal([]);
    });

    it('waits for the platform only until the deadline', async () => {
      const customer = await suite.customer();
      remote.answer = () => Promise.withResolvers<void>().promise;
      const { characterId } = await connect(deps(), customer);
      const { accountId } = customer;
      const ended = await endCharacterAccounts(suite.db.manager, { accountId, characterId });
      await revokeEnded(deps(), ended, 20);
      expect(remote.revoked).to.have.length(1);
    });
  });

  describe('DELETE /v1/characters/{id}', () => {
    it("disconnects only the character's accounts, and revokes their tokens", async () => {
      const customer = await suite.customer();
      const body = { name: 'Ava', gender: 'female', images: [squareUrl(8)] };
      const made = await customer.client.call<{ id: string }>('POST', '/v1/characters', { body });
      const { id: characterId } = made.body;
      for (const platform of PLATFORMS) await connect(deps(), customer, { characterId, platform });
      const other = await connect(deps(), customer);
      remote.answer = () => Promise.reject(new Error('no'));
      const path = `/v1/characters/${characterId}`;
      expect((await customer.client.call('DELETE', path)).status).to.equal(200);
      expect((await rows(customer)).map(({ id }) => id)).to.deep.equal([other.id]);
      expect(remote.revoked.map(({ platform }) => platform)).to.have.members([
        'twitter',
        'tiktok',
        'threads',
      ]);
    });
  });
});
