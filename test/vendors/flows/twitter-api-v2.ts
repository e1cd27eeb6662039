import { Agent } from 'node:http';
import { expect } from 'chai';
import { ApiResponseError, TwitterApi, type ITwitterApiClientPlugin } from 'twitter-api-v2';
import { DEMO_APP } from '@media-platform/stand-ins/social/oauth.js';
import { CLIP } from '../../providers/jobs.js';
import { drawPicture } from '../../social/conformance/media-host.js';
import { failureOf } from '../../support/failure.js';
import type { VendorFlow } from '../flow.js';
import { REDIRECT_URI, withSocialWorld, type SocialWorld } from '../social-world.js';

/** Sends every request of the client to the stand-in, over plain HTTP. */
function toStandIn({ rewrite }: SocialWorld): ITwitterApiClientPlugin {
  const agent = new Agent();
  return {
    onBeforeRequest({ computedParams, requestOptions }) {
      const { url } = computedParams;
      const { protocol, hostname, port, pathname } = new URL(
        rewrite(`${url.origin}${url.pathname}`),
      );
      Object.assign(url, { protocol, hostname, port, pathname });
      requestOptions.agent = agent;
    },
  };
}

/** Records the processing state of each response that contains one. */
const noteStates = (states: string[]): ITwitterApiClientPlugin => ({
  onAfterRequest({ response }) {
    const answer = response.data as { data?: { processing_info?: { state: string } } };
    const state = answer.data?.processing_info?.state;
    if (state !== undefined) states.push(state);
  },
});

async function logIn(world: SocialWorld, ...plugins: ITwitterApiClientPlugin[]) {
  const app = new TwitterApi({ ...DEMO_APP }, { plugins: [toStandIn(world), ...plugins] });
  const link = app.generateOAuth2AuthLink(REDIRECT_URI, { scope: SCOPES });
  const code = await world.approve(link.url);
  const answer = { code, codeVerifier: link.codeVerifier, redirectUri: REDIRECT_URI };
  const { client, refreshToken = '' } = await app.loginWithOAuth2(answer);
  return { app, client, refreshToken };
}

const SCOPES = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];

export const TWITTER_API_FLOWS: readonly VendorFlow[] = [
  {
    client: 'twitter-api-v2',
    does: 'logs in with PKCE, posts a picture and a plain text, and refreshes its tokens',
    run: () =>
      withSocialWorld(async (world) => {
        const { app, client, refreshToken } = await logIn(world);
        expect((await client.v2.me()).data.username).to.equal('ada.l');

        const { bytes } = await drawPicture(640, 800, 1);
        const id = await client.v2.uploadMedia(bytes, { media_type: 'image/jpeg' }, 4_096);
        const { data } = await client.v2.tweet('a kite', { media: { media_ids: [id] } });
        await client.v2.tweet('words alone');
        const [alone, kite] = world.posts('twitter');
        expect(kite).to.include({ id: data.id, text: 'a kite' });
        expect(kite?.media.map((shown) => shown.bytes)).to.deep.equal([bytes]);
        expect(alone).to.deep.include({ text: 'words alone', media: [] });

        const failure = await failureOf(client.v2.tweet('a kite'));
        expect(failure).to.be.instanceOf(ApiResponseError).and.to.include({ code: 403 });
        const renewed = await app.refreshOAuth2Token(refreshToken);
        expect((await renewed.client.v2.me()).data.username).to.equal('ada.l');
        await failureOf(app.refreshOAuth2Token(refreshToken));
      }),
  },
  {
    client: 'twitter-api-v2',
    does: 'uploads a clip in segments, waits for its processing, and posts it',
    run: () =>
      withSocialWorld(async (world) => {
        const states: string[] = [];
        const { client } = await logIn(world, noteStates(states));
        const { bytes } = CLIP;
        const id = await client.v2.uploadMedia(bytes, { media_type: 'video/mp4' }, 1_000);
        expect([states[0], states.at(-1)]).to.deep.equal(['in_progress', 'succeeded']);
        await client.v2.tweet('a kite', { media: { media_ids: [id] } });
        const [shown] = world.posts('twitter');
        expect(shown?.media.map((each) => each.bytes)).to.deep.equal([bytes]);
      }),
  },
];
