import {
  ApiError,
  Client,
  generateCodeChallenge,
  generateCodeVerifier,
  OAuth2,
} from '@xdevplatform/xdk';
import { expect } from 'chai';
import { DEMO_APP } from '@media-platform/stand-ins/social/oauth.js';
import { drawPicture } from '../../social/conformance/media-host.js';
import { failureOf } from '../../support/failure.js';
import type { VendorFlow } from '../flow.js';
import { loopbackFetch, withGlobalFetch } from '../loopback-fetch.js';
import { REDIRECT_URI, withSocialWorld, type SocialWorld } from '../social-world.js';

const SCOPE = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'];

/** Signs in with the global `fetch` replaced, because the OAuth URLs of the client are fixed. */
async function logIn(world: SocialWorld): Promise<string> {
  const oauth = new OAuth2({ ...DEMO_APP, redirectUri: REDIRECT_URI, scope: SCOPE });
  const verifier = generateCodeVerifier();
  await oauth.setPkceParameters(verifier, await generateCodeChallenge(verifier));
  const code = await world.approve(await oauth.getAuthorizationUrl('st-1'));
  return withGlobalFetch(loopbackFetch(world.rewrite), async () => {
    const first = await oauth.exchangeCode(code, verifier);
    const renewed = await oauth.refreshToken();
    expect(renewed.refresh_token).not.to.equal(first.refresh_token);
    return renewed.access_token;
  });
}

export const XDK_FLOWS: readonly VendorFlow[] = [
  {
    client: '@xdevplatform/xdk',
    does: 'logs in with PKCE, uploads in both ways, posts, and finds its posts',
    run: () =>
      withSocialWorld(async (world) => {
        const accessToken = await logIn(world);
        const x = new Client({ accessToken, baseUrl: world.rewrite('https://api.x.com') });
        const { data: me } = await x.users.getMe();
        expect(me?.username).to.equal('ada.l');

        const { bytes } = await drawPicture(640, 800, 2);
        const media = bytes.toString('base64');
        const begun = await x.media.initializeUpload({
          mediaCategory: 'tweet_image',
          mediaType: 'image/jpeg',
          totalBytes: bytes.length,
        });
        const id = begun.data?.id ?? '';
        await x.media.appendUpload(id, { media, segmentIndex: 0 });
        await x.media.finalizeUpload(id);
        expect((await x.media.getUploadStatus(id)).data?.id).to.equal(id);
        const whole = await x.media.upload({ media, mediaCategory: 'tweet_image' });

        const mediaIds = [id, whole.data?.id ?? ''];
        const post = { text: 'two kites', media: { mediaIds }, madeWithAi: true };
        const created = await x.posts.create(post);
        const [shown] = world.posts('twitter');
        expect(shown).to.deep.include({ text: 'two kites', labels: ['made with AI'] });
        expect(shown?.media.map((each) => each.bytes)).to.deep.equal([bytes, bytes]);
        const timeline = await x.users.getPosts(me?.id ?? '', { maxResults: 5 });
        expect(timeline.data?.map((each) => each.id)).to.deep.equal([created.data?.id]);

        const failure = await failureOf(x.posts.create(post));
        expect(failure).to.be.instanceOf(ApiError).and.to.include({ status: 403 });
      }),
  },
];
