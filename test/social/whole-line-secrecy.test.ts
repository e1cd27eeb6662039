import { expect } from 'chai';
import { PLATFORMS, type Platform } from '../../domain/catalogue/social-platforms.js';
import { readTokens } from '../../domain/social/accounts/read-tokens.js';
import { queryRows } from '../../entities/rows.js';
import { serveFakes, type FakeServer } from '@media-platform/stand-ins/social/server.js';
import { createStandIns } from '@media-platform/stand-ins/social/stand-ins.js';
import { registerSuite } from '../api/suite.js';
import { clipOf } from '../support/clip.js';
import { KeptLog } from '../support/log-lines.js';
import { clearText, eventsOf } from '../support/recorder.js';
import { OwnerSuite } from './owner-rig.js';

/** Credentials of our app at the stand-ins (runtime/social.ts). */
const APP_SECRET = 'demo-secret';

describe("the real adapters' secrets during failing platform calls", () => {
  const kept = new KeptLog();
  const suite = new OwnerSuite();
  const fakes = createStandIns({ now: Date.now });
  let server: FakeServer;
  registerSuite(suite, {
    async env() {
      server = await serveFakes(fakes);
      return { SOCIAL_DEMO_URL: server.url };
    },
    workers: {},
    relay: true,
    change: (deps) => ({
      ...deps,
      log: kept.log,
      mediaUrl: (key) => `${suite.api.url}/media/${key}`,
    }),
    end: () => server.close(),
  });

  /** Reads every row of every table, as text. */
  async function dump(): Promise<string> {
    const { db } = suite;
    const tables = await queryRows<{ name: string }>(
      db,
      `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    const texts: (string | null)[] = [];
    for (const { name } of tables) {
      const sql = `SELECT string_agg(to_jsonb(t)::text, ' ') AS text FROM ${name} t`;
      texts.push(...(await queryRows<{ text: string | null }>(db, sql)).map(({ text }) => text));
    }
    return texts.join(' ');
  }

  it('never appear in a log, history, response, error or column', async () => {
    const poster = await suite.poster([], { plan: 'agency' });
    const secrets: string[] = [APP_SECRET];
    for (const platform of PLATFORMS) secrets.push(...(await suite.connect(poster, platform)));
    const { deps } = suite.api;
    const accounts = await queryRows<{ id: string; platform: Platform }>(
      suite.db,
      'SELECT id, platform FROM social_account WHERE character_id = $1',
      [poster.characterId],
    );
    for (const { id } of accounts) {
      const { accessToken, refreshToken } = (await readTokens(suite.db.manager, deps.vault, id))
        .tokens;
      secrets.push(accessToken, ...(refreshToken === null ? [] : [refreshToken]));
    }
    expect(secrets.length).to.be.above(5 * 4);

    for (const { name } of fakes) {
      server.plan(name).set({ route: 'commit', fault: 'work_then_html_502' });
    }
    const video = await suite.video(poster.customer, await clipOf(4, { width: 360, height: 640 }));
    const caption = 'A red fox runs';
    const answer = await suite.post(poster, {
      platforms: PLATFORMS,
      generation_ids: [video],
      caption,
    });
    const post = await suite.ended(poster, answer.body);
    for (const { name } of fakes) {
      const broken = server.journal.filter(({ platform, fault }) => platform === name && fault);
      expect(broken.length, `calls of ${name} that broke`).to.be.above(0);
    }
    fakes.forEach((fake) => fake.revokeAll());
    const refused = await suite.ended(
      poster,
      (await suite.post(poster, { platforms: PLATFORMS, generation_ids: [video] })).body,
    );
    expect(refused.status).to.equal('failed');
    const listed = await poster.customer.client.get('/v1/social/accounts');

    const { client } = deps.temporal;
    const histories = await Promise.all([post, refused].map(({ id }) => eventsOf(client, id)));
    const places = {
      logs: kept.texts.join('\n'),
      histories: histories.map(clearText).join('\n'),
      answers: [answer.text, JSON.stringify([post, refused]), listed.text].join('\n'),
      columns: await dump(),
    };
    for (const [place, text] of Object.entries(places)) {
      expect(text, place).not.to.equal('');
      const found = secrets.filter((secret) => text.includes(secret));
      expect(found, `${place} that hold a secret`).to.deep.equal([]);
    }
  }).timeout(120_000);
});
