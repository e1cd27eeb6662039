import { expect } from 'chai';
import { QUEUES } from '../../domain/catalogue/queues.js';
import { PlatformFailure } from '../../domain/ports/social-platform.js';
import { withToken } from '../../domain/social/accounts/with-token.js';
import { clearText, eventsOf } from '../support/recorder.js';
import { failureOf } from '../support/failure.js';
import { Browser, connectSuite, RETURN } from './connect-rig.js';

describe("a connection's secrets", () => {
  const suite = connectSuite({ workers: {} });

  it('never appear in a log, history, response, error or column', async () => {
    const { deps } = suite.api;
    const platform = suite.platform('twitter');
    const owner = await suite.owner();
    const browser = new Browser();
    const answers: string[] = [];

    // A request with an error, a link that works, and a repeated callback.
    const path = '/v1/social/accounts/connect';
    const wrong = await owner.client.refused('POST', path, {
      body: { character_id: owner.characterId, platform: 'x', redirect_url: `${RETURN}#` },
    });
    answers.push(wrong.text);
    const link = await suite.link(owner);
    const linkToken = link.url.split('/').at(-1) ?? '';
    const address = await suite.goOn(browser, link);
    const state = new URL(address).searchParams.get('state') ?? '';
    const code = platform.allow(address);
    const back = suite.callback(address, { code });
    for (const url of [back, back, `${back}0`, link.url]) {
      const answer = await browser.go(url);
      answers.push(answer.html, ...[...answer.headers].map(([name, value]) => `${name}: ${value}`));
    }

    // Refreshes before use, in the maintenance round, with a lost response, and with a response
    // that ends the connection.
    const id = (await suite.account(owner))?.id ?? '';
    const { signal } = new AbortController();
    const use = () =>
      withToken(deps, id, async ({ accessToken }) => platform.use(accessToken), signal);
    await use();
    await suite.db.query(
      `UPDATE social_account SET next_refresh_at = now() - interval '1 s' WHERE id = $1`,
      [id],
    );
    platform.failures.push(() => {
      throw new PlatformFailure('retry', 'PLATFORM_UNAVAILABLE', 'no_answer');
    });
    const workflowId = 'refreshTokens-secrecy';
    const { client } = deps.temporal;
    const options = { workflowId, taskQueue: QUEUES.orchestrator };
    const round = await client.workflow.execute('refreshTokens', options);
    expect(round).to.deep.include({ refreshed: 1 });
    platform.revokeAll();
    const failure = await failureOf(use());

    const dump = await suite.db.query(
      `SELECT (SELECT jsonb_agg(to_jsonb(a)) FROM social_account a)::text
         || (SELECT jsonb_agg(to_jsonb(l)) FROM social_connect_link l)::text
         || (SELECT jsonb_agg(to_jsonb(k)) FROM idempotency_key k)::text AS text`,
    );
    const places = {
      logs: suite.kept.texts.join('\n'),
      histories: clearText(await eventsOf(client, workflowId)),
      answers: answers.join('\n'),
      errors: `${String(failure)} ${JSON.stringify(failure)} ${failure.stack}`,
      columns: JSON.stringify(dump),
    };
    const secrets = [...platform.secrets, linkToken, state, code];
    expect(secrets.length).to.be.above(8);
    for (const [place, text] of Object.entries(places)) {
      expect(text, place).not.to.equal('');
      expect(
        secrets.filter((secret) => text.includes(secret)),
        place,
      ).to.deep.equal([]);
    }
  });
});
