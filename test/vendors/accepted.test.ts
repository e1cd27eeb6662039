import { expect } from 'chai';
import { DEMO_APP } from '@media-platform/stand-ins/social/oauth.js';
import { bearer, form, ROWS, THREADS, type Row } from './accepted-rows.js';
import { REDIRECT_URI, withSocialWorld, type SocialWorld } from './social-world.js';

const { clientId, clientSecret } = DEMO_APP;

async function send(world: SocialWorld, row: Row): Promise<Response> {
  const connection = await world.connect(row.platform);
  const url = world.rewrite(row.url.replace('{user}', connection.userId));
  return fetch(url, row.init?.(connection) ?? { headers: bearer(connection.token) });
}

describe('social platform stand-ins', () => {
  for (const row of ROWS) {
    it(`${row.status < 300 ? 'accept' : 'refuse'} ${row.what} (${row.platform})`, () =>
      withSocialWorld(async (world) => {
        // TikTok requires this call before every post.
        if (row.platform === 'tiktok') await send(world, ROWS[0] as Row);
        const answer = await send(world, row);
        expect(answer.status, await answer.text()).to.equal(row.status);
      }));
  }

  it('accept a whole login with the API version in every URL (threads)', () =>
    withSocialWorld(async (world) => {
      const ask = { client_id: clientId, redirect_uri: REDIRECT_URI };
      const query = new URLSearchParams({ ...ask, response_type: 'code', scope: 'threads_basic' });
      const code = await world.approve(`https://threads.net/oauth/authorize?${query.toString()}`);
      const grant = { ...ask, client_secret: clientSecret, grant_type: 'authorization_code', code };
      const answer = await fetch(world.rewrite(`${THREADS}/v1.0/oauth/access_token`), form(grant));
      const { access_token } = (await answer.json()) as { readonly access_token: string };
      const exchange = {
        grant_type: 'th_exchange_token',
        client_secret: clientSecret,
        access_token,
      };
      const path = `/v1.0/access_token?${new URLSearchParams(exchange).toString()}`;
      expect((await fetch(world.rewrite(`${THREADS}${path}`))).status).to.equal(200);
    }));
});
