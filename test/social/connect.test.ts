import { expect } from 'chai';
import type { Platform } from '../../domain/catalogue/social-platforms.js';
import { until } from '../support/until.js';
import { Browser, connectSuite, RETURN, type Owner } from './connect-rig.js';

const outcome = (url: URL): Record<string, string> => Object.fromEntries(url.searchParams);

describe('connecting an account', () => {
  const suite = connectSuite();

  it('leads through the page, the platform and the callback back to the app', async () => {
    const owner = await suite.owner();
    const link = await suite.link(owner);
    expect(link).to.include({ object: 'social_connect_link', platform: 'twitter' });
    expect(link.monthly_fee_credits).to.equal(0);
    const end = await suite.connect(owner);
    expect(end.origin + end.pathname).to.equal('https://app.example.com/connected');
    expect(outcome(end)).to.deep.equal({
      session: '7',
      status: 'connected',
      character_id: owner.characterId,
      platform: 'twitter',
    });
    expect(await suite.account(owner)).to.include({
      remote_id: 'remote-1',
      username: 'ava',
      state: 'connected',
      token_version: 1,
    });
  });

  it('uses up a link only when its button is pressed, because link previews open URLs', async () => {
    const owner = await suite.owner();
    const { url } = await suite.link(owner);
    const browser = new Browser();
    for (const method of ['GET', 'HEAD', 'GET']) {
      expect((await browser.go(url, method)).status).to.equal(200);
    }
    const page = await browser.go(url);
    for (const word of ['app.example.com', 'Ava', 'X', '<form method="post"']) {
      expect(page.html).to.include(word);
    }
    expect(page.html).not.to.match(/<script/i);
    expect(page.headers.get('cache-control')).to.equal('no-store');
    expect(page.headers.get('referrer-policy')).to.equal('same-origin');
    expect(page.headers.get('content-security-policy')).to.include("frame-ancestors 'none'");
    const pressAgain = await browser.open(url);
    expect((await browser.press(url)).status).to.equal(303);
    const again = await pressAgain();
    expect([again.status, again.html.includes('was already used')]).to.deep.equal([410, true]);
  });

  it('lets only one of many concurrent visits use a link', async () => {
    const owner = await suite.owner();
    const { url } = await suite.link(owner);
    const tries = Array.from({ length: 10 }, () => new Browser().open(url));
    const buttons = await Promise.all(tries);
    const statuses = (await Promise.all(buttons.map((press) => press()))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 303)).to.have.length(1);
    expect(statuses.filter((status) => status === 410)).to.have.length(9);
  });

  it("redirects only a visitor who pressed the page's button", async () => {
    const owner = await suite.owner();
    const [link, other] = [await suite.link(owner), await suite.link(owner)];
    const [victim, reader] = [new Browser(), new Browser()];
    const same = { 'sec-fetch-site': 'same-origin' };
    const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const actionOf = async (browser: Browser, url: string) => {
      const { html } = await browser.go(url);
      const action = /action="(?<path>[^"]+)"/.exec(html)?.groups?.['path'] ?? '';
      return new URL(action, url).href;
    };
    const seenByOther = await actionOf(reader, link.url);
    const tries: [name: string, browser: Browser, url: string, headers: Record<string, string>][] =
      [
        ['a form of another site', victim, link.url, evil],
        ['a form of another site with what another browser was shown', victim, seenByOther, evil],
        ['no page at all', victim, link.url, same],
        ['the page in another browser', victim, seenByOther, same],
        ['a browser that says nothing of the origin', victim, link.url, {}],
        ['another site, though the page was shown', reader, seenByOther, evil],
        [
          'the page of another link',
          reader,
          link.url + new URL(await actionOf(reader, other.url)).search,
          same,
        ],
      ];
    for (const [name, browser, url, headers] of tries) {
      const answer = await browser.go(url, 'POST', headers);
      expect([answer.status, answer.headers.get('location')], name).to.deep.equal([403, null]);
      expect(answer.html, name).to.include('Open the link again');
    }
    // None of these requests used up the link.
    expect((await reader.press(link.url)).status).to.equal(303);
  });

  it('explains what to do about an expired or unknown link', async () => {
    const owner = await suite.owner();
    const { url } = await suite.link(owner);
    await suite.db.query(
      `UPDATE social_connect_link SET expires_at = now() - interval '1 s' WHERE account_id = $1`,
      [owner.accountId],
    );
    for (const method of ['GET', 'POST']) {
      const page = await new Browser().go(url, method, { 'sec-fetch-site': 'same-origin' });
      expect([page.status, page.html.includes('has expired')]).to.deep.equal([410, true]);
    }
    const unknown = await new Browser().press(`${suite.api.url}/connect/${'0'.repeat(64)}`);
    expect(unknown.status).to.equal(404);
    expect(unknown.html).to.include('new link');
  });

  it('reports to the app that the owner denied access', async () => {
    const owner = await suite.owner();
    const browser = new Browser();
    const address = await suite.goOn(browser, await suite.link(owner));
    const before = suite.platform('twitter').exchanges;
    const back = suite.callback(address, { error: 'access_denied', error_description: '<b>no' });
    const end = new URL((await browser.go(back)).headers.get('location') ?? '');
    expect(outcome(end)).to.include({ status: 'denied', error: 'access_denied' });
    expect(end.href).not.to.include('%3Cb');
    expect(await suite.account(owner)).to.equal(undefined);
    expect(suite.platform('twitter').exchanges).to.equal(before);
  });

  it('does not create an account if the owner omits a scope', async () => {
    const owner = await suite.owner();
    const platform = suite.platform('tiktok');
    platform.scopes = ['user.info.basic'];
    const end = await suite.connect(owner, 'tiktok');
    expect(outcome(end)).to.include({ status: 'failed', error: 'scope_missing' });
    expect(await suite.account(owner, 'tiktok')).to.equal(undefined);
  });

  it('accepts a callback only with the correct state, in the browser that started the flow', async () => {
    const owner = await suite.owner();
    const platform = suite.platform('twitter');
    const browser = new Browser();
    const address = await suite.goOn(browser, await suite.link(owner));
    const code = platform.allow(address);
    const before = platform.exchanges;
    const strange = suite.callback(address, { code, state: 'f'.repeat(64) });
    expect((await browser.go(strange)).status).to.equal(400);
    const elsewhere = await new Browser().go(suite.callback(address, { code }));
    expect([elsewhere.status, elsewhere.html.includes('different browser')]).to.deep.equal([
      400,
      true,
    ]);
    const wrongPlatform = suite.callback(address, { code }).replace('/twitter', '/tiktok');
    expect((await browser.go(wrongPlatform)).status).to.equal(400);
    expect(platform.exchanges).to.equal(before);
    // None of these requests used up the code.
    const right = await browser.go(suite.callback(address, { code }));
    expect(right.headers.get('location')).to.include('status=connected');
  });

  it('redirects a repeated callback to the same URL, without a second exchange', async () => {
    const owner = await suite.owner();
    const platform = suite.platform('twitter');
    const browser = new Browser();
    const address = await suite.goOn(browser, await suite.link(owner));
    const back = suite.callback(address, { code: platform.allow(address) });
    const before = platform.exchanges;
    const gate = Promise.withResolvers<void>();
    platform.gate = gate.promise;
    const first = browser.go(back);
    await untilTaken(owner.accountId);
    const meanwhile = await browser.go(back);
    expect([meanwhile.status, meanwhile.headers.get('refresh')]).to.deep.equal([202, '3']);
    gate.resolve();
    const ends = [await first, await browser.go(back)].map(({ headers }) =>
      headers.get('location'),
    );
    expect(ends[0]).to.include('status=connected');
    expect(ends[1]).to.equal(ends[0]);
    expect(platform.exchanges).to.equal(before + 1);
  });

  /** Waits until the first callback has claimed the link. */
  const untilTaken = (accountId: string) =>
    until('the callback is in progress', async () => {
      const taken =
        'SELECT 1 FROM social_connect_link WHERE account_id = $1 AND used_at IS NOT NULL';
      return (await suite.db.query(taken, [accountId])).length === 1;
    });

  it('reports an interrupted callback if its process has stopped', async () => {
    const owner = await suite.owner();
    const browser = new Browser();
    const address = await suite.goOn(browser, await suite.link(owner));
    await suite.db.query(
      "UPDATE social_connect_link SET used_at = now() - interval '2 minutes' WHERE account_id = $1",
      [owner.accountId],
    );
    const answer = await browser.go(suite.callback(address, { code: 'c' }));
    expect(answer.headers.get('location')).to.include('error=interrupted');
  });

  it('ends an authorization that took too long, without exchanging the code', async () => {
    const owner = await suite.owner();
    const platform = suite.platform('twitter');
    const browser = new Browser();
    const address = await suite.goOn(browser, await suite.link(owner));
    await suite.db.query(
      `UPDATE social_connect_link SET expires_at = now() - interval '1 s' WHERE account_id = $1`,
      [owner.accountId],
    );
    const before = platform.exchanges;
    const answer = await browser.go(suite.callback(address, { code: platform.allow(address) }));
    expect(answer.headers.get('location')).to.include('status=failed').and.include('error=expired');
    expect(platform.exchanges).to.equal(before);
  });

  it('keeps the id and the fee period if the same account is connected again', async () => {
    const owner = await suite.owner();
    await suite.connect(owner);
    const first = await suite.account(owner);
    await suite.db.query("UPDATE social_account SET state = 'needs_login' WHERE id = $1", [
      first?.id,
    ]);
    await suite.connect(owner);
    const second = await suite.account(owner);
    expect(second).to.include({ id: first?.id, state: 'connected', token_version: 2 });
    expect(second?.fee_due_at).to.deep.equal(first?.fee_due_at);
    suite.platform('twitter').user = { remoteId: 'remote-2', username: 'eve' };
    await suite.connect(owner);
    const third = await suite.account(owner);
    expect(third).to.include({ remote_id: 'remote-2', username: 'eve', token_version: 1 });
    expect(third?.id).not.to.equal(first?.id);
  });

  it('revokes the tokens of an account that is replaced', async () => {
    const owner = await suite.owner();
    const platform = suite.platform('twitter');
    platform.user = { remoteId: 'remote-3', username: 'bob' };
    await suite.connect(owner);
    const before = platform.returned.length;
    await suite.connect(owner);
    expect(platform.returned).to.have.length(before);
    platform.user = { remoteId: 'remote-4', username: 'eve' };
    await suite.connect(owner);
    expect(platform.returned).to.have.length(before + 1);
  });

  it('charges once for an account beyond the plan, as its link announced', async () => {
    const owner = await suite.owner({ credits: 60 });
    const balance = async () => {
      const sum = 'SELECT (sub + pur)::int AS credits FROM account WHERE id = $1';
      return (await suite.db.query(sum, [owner.accountId]))[0].credits;
    };
    const fee = async (platform: Platform) =>
      (await suite.link(owner, platform)).monthly_fee_credits;
    for (const platform of ['twitter', 'youtube'] as const) {
      expect(await fee(platform)).to.equal(0);
      await suite.connect(owner, platform);
    }
    expect([await fee('threads'), await fee('youtube')]).to.deep.equal([50, 0]);
    await suite.connect(owner, 'threads');
    expect(await balance()).to.equal(10);
    await suite.connect(owner, 'threads');
    expect([await balance(), await fee('threads')]).to.deep.equal([10, 50]);
    const end = await suite.connect(owner, 'instagram');
    expect(outcome(end)).to.include({ status: 'connected' });
    expect(await balance()).to.equal(10);
    expect(await suite.account(owner, 'instagram')).to.include({ payment_due: true });
  });

  it('repairs an account whose tokens cannot be decrypted with any key', async () => {
    const owner = await suite.owner();
    await suite.connect(owner);
    const id = (await suite.account(owner))?.id;
    await suite.db.query("UPDATE social_account SET tokens = 'sealed.x.y' WHERE id = $1", [id]);
    expect(outcome(await suite.connect(owner))).to.include({ status: 'connected' });
    expect(await suite.account(owner)).to.include({ id, token_version: 2 });
  });

  it('does not create an account for a deleted character or on a downgraded plan', async () => {
    const update = (what: string) => (owner: Owner) =>
      suite.db.query(`UPDATE account SET ${what} WHERE id = $1`, [owner.accountId]);
    const ends: [change: (owner: Owner) => Promise<unknown>, error: string][] = [
      [
        ({ client, characterId }) => client.call('DELETE', `/v1/characters/${characterId}`),
        'character_deleted',
      ],
      [update("plan = 'free'"), 'plan_required'],
      [update('suspended_at = now()'), 'account_suspended'],
    ];
    for (const [change, error] of ends) {
      const owner = await suite.owner();
      const browser = new Browser();
      const address = await suite.goOn(browser, await suite.link(owner));
      await change(owner);
      const code = suite.platform('twitter').allow(address);
      const answer = await browser.go(suite.callback(address, { code }));
      expect(answer.headers.get('location')).to.include(`error=${error}`);
      expect(await suite.account(owner)).to.equal(undefined);
    }
  });

  it("shows a link's token in only one response, and stores it encrypted", async () => {
    const owner = await suite.owner();
    const body = { character_id: owner.characterId, platform: 'twitter', redirect_url: RETURN };
    const idem = 'one-link';
    const ask = () =>
      owner.client.call<{ url: string }>('POST', '/v1/social/accounts/connect', { body, idem });
    const [first, second] = [await ask(), await ask()];
    expect(second.text).to.equal(first.text);
    const token = first.body.url.split('/').at(-1) ?? '';
    expect(token).to.match(/^[0-9a-f]{64}$/);
    const rows = await suite.db.query('SELECT body FROM idempotency_key WHERE account_id = $1', [
      owner.accountId,
    ]);
    const links = await suite.db.query('SELECT * FROM social_connect_link WHERE account_id = $1', [
      owner.accountId,
    ]);
    expect(JSON.stringify([rows, links])).not.to.include(token);
  });
});
