import { expect } from 'chai';
import { UNAUTHENTICATED_PER_MINUTE } from '../../api/middleware/unauthenticated-limit.js';
import { Refusal } from '../../domain/contract/refusal.js';
import { Browser, connectSuite, RETURN } from './connect-rig.js';

const PATH = '/v1/social/accounts/connect';

describe('POST /v1/social/accounts/connect refuses', () => {
  const suite = connectSuite({ env: { PUBLIC_URL: 'https://api.example.com' } });
  const bodyOf = (characterId: string, more: object = {}) => ({
    body: { character_id: characterId, platform: 'twitter', redirect_url: RETURN, ...more },
  });

  it('a plan without social publishing', async () => {
    const { client, accountId, characterId } = await suite.owner({ plan: 'free' });
    const ask = () => client.refused('POST', PATH, bodyOf(characterId));
    const answer = await suite.leavesNothing(accountId, ask);
    expect([answer.status, answer.body.error.code]).to.deep.equal([403, 'PLAN_REQUIRED']);
    expect(answer.body.error.message).to.include('paid plan');
  });

  it("an unknown character, or another account's character", async () => {
    const { client, accountId } = await suite.owner();
    const other = await suite.owner();
    for (const id of [other.characterId, 'a2b3c4d5e6f7a2b3c4d5']) {
      const ask = () => client.refused('POST', PATH, bodyOf(id));
      const answer = await suite.leavesNothing(accountId, ask);
      expect([answer.status, answer.body.error.code]).to.deep.equal([404, 'NOT_FOUND']);
      expect(answer.body.error.details?.['field']).to.equal('character_id');
    }
  });

  it('an unknown platform, a platform without an app, and an invalid return URL', async () => {
    const { client, accountId, characterId } = await suite.owner();
    suite.platforms.delete('threads');
    const cases: [more: object, path: string][] = [
      [{ platform: 'myspace' }, 'body.platform'],
      [{ platform: 'threads' }, 'body.platform'],
      [{ redirect_url: 'http://app.example.com/' }, 'body.redirect_url'],
      [{ redirect_url: 'http://localhost:3000/' }, 'body.redirect_url'],
      [{ redirect_url: `https://app.example.com/${'a'.repeat(2_048)}` }, 'body.redirect_url'],
      [{ redirect_url: 7 }, 'body.redirect_url'],
    ];
    for (const [more, path] of cases) {
      const ask = () => client.refused('POST', PATH, bodyOf(characterId, more));
      const answer = await suite.leavesNothing(accountId, ask);
      expect([answer.status, answer.body.error.code]).to.deep.equal([400, 'VALIDATION_ERROR']);
      const issues = answer.body.error.details?.['issues'] as { path: string }[];
      expect(issues.map((issue) => issue.path)).to.deep.equal([path]);
    }
  });

  it('other HTTP methods on its pages', async () => {
    const owner = await suite.owner();
    const { url } = await suite.link(owner);
    const browser = new Browser();
    expect((await browser.go(url, 'PUT')).headers.get('allow')).to.equal('GET, HEAD, POST');
    const callback = await browser.go(`${suite.api.url}/oauth/callback/twitter`, 'POST');
    expect([callback.status, callback.headers.get('allow')]).to.deep.equal([405, 'GET']);
    expect((await browser.go(`${suite.api.url}/oauth/callback/myspace`)).status).to.equal(404);
  });

  it('a client network that tries many links in a short time', async () => {
    const owner = await suite.owner();
    const { url } = await suite.link(owner);
    // The count decreases with time, so the loop that reaches the limit is synchronous.
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1']) {
      expect(() => {
        for (let n = 0; n <= UNAUTHENTICATED_PER_MINUTE; n += 1) {
          suite.api.edge.ipLimit.count(address);
        }
      }).to.throw(Refusal);
    }
    const browser = new Browser();
    const guesses = Array.from({ length: 20 }, (_, n) => n.toString(16).padStart(64, '0'));
    const tries = guesses.map((guess) => browser.go(`${suite.api.url}/connect/${guess}`));
    expect((await Promise.all(tries)).map(({ status }) => status)).to.include(429);
    // If a network is over its limit, the API does not run a query, so it refuses a valid link as
    // well.
    expect((await browser.go(url)).status, 'a link that is known').to.equal(429);
  });
});

describe("the connect page's cookie", () => {
  const suite = connectSuite({ env: { PUBLIC_URL: 'https://api.example.com' } });

  it('is limited to the host and https, and hidden from scripts', async () => {
    const owner = await suite.owner();
    const browser = new Browser();
    const first = await browser.press((await suite.link(owner)).url);
    expect(first.headers.get('set-cookie')).to.match(
      /^__Host-connect=[0-9a-f]{64}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
    );
    const second = await browser.press((await suite.link(owner)).url);
    expect(second.headers.get('set-cookie')).to.equal(first.headers.get('set-cookie'));
    const callback = new URL(first.headers.get('location') ?? '').searchParams.get('redirect_uri');
    expect(callback).to.equal('https://api.example.com/oauth/callback/twitter');
  });
});
