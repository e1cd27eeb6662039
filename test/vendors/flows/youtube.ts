import { Readable } from 'node:stream';
import { auth, youtube } from '@googleapis/youtube';
import { expect } from 'chai';
import { DEMO_APP } from '../../../social-demo/oauth.js';
import { CLIP } from '../../providers/jobs.js';
import { failureOf } from '../../support/failure.js';
import type { VendorFlow } from '../flow.js';
import { loopbackFetch } from '../loopback-fetch.js';
import { REDIRECT_URI, withSocialWorld, type SocialWorld } from '../social-world.js';

const SCOPE = ['upload', 'readonly'].map(
  (name) => `https://www.googleapis.com/auth/youtube.${name}`,
);

async function logIn({ rewrite, approve }: SocialWorld) {
  const oauth = new auth.OAuth2({
    ...DEMO_APP,
    redirectUri: REDIRECT_URI,
    transporterOptions: { fetchImplementation: loopbackFetch(rewrite) },
  });
  const url = oauth.generateAuthUrl({ access_type: 'offline', prompt: 'consent', scope: SCOPE });
  const { tokens } = await oauth.getToken(await approve(url));
  oauth.setCredentials(tokens);
  return { oauth, tokens };
}

export const YOUTUBE_FLOWS: readonly VendorFlow[] = [
  {
    client: '@googleapis/youtube',
    does: 'logs in, inserts a video in one request, finds it, and revokes its grant',
    run: () =>
      withSocialWorld(async (world) => {
        const { oauth, tokens } = await logIn(world);
        const api = youtube({ version: 'v3', auth: oauth, retry: false });
        const part = ['snippet', 'contentDetails'];
        const { data: channels } = await api.channels.list({ part, mine: true });
        const playlistId = channels.items?.[0]?.contentDetails?.relatedPlaylists?.uploads ?? '';

        const { bytes } = CLIP;
        const { data: video } = await api.videos.insert({
          part: ['snippet', 'status'],
          requestBody: {
            snippet: { title: 'A kite', description: 'over dunes', categoryId: '22' },
            status: { privacyStatus: 'unlisted', containsSyntheticMedia: true },
          },
          media: { mimeType: 'video/mp4', body: Readable.from([bytes]) },
        });
        const [shown] = world.posts('youtube');
        expect(shown).to.include({ id: video.id, title: 'A kite', text: 'over dunes' });
        expect(shown?.media[0]?.bytes.equals(bytes)).to.equal(true);
        const uploads = await api.playlistItems.list({ part, playlistId });
        expect(uploads.data.items?.map((item) => item.contentDetails?.videoId)).to.deep.equal([
          video.id,
        ]);
        const { data: read } = await api.videos.list({ part: ['status'], id: [video.id ?? ''] });
        expect(read.items?.[0]?.status?.uploadStatus).to.equal('processed');

        const untitled = { snippet: { title: '<>' }, status: {} };
        const media = { mimeType: 'video/mp4', body: Readable.from([bytes]) };
        const wrong = { part: ['snippet', 'status'], requestBody: untitled, media };
        expect((await failureOf(api.videos.insert(wrong))).message).to.include('invalidTitle');

        oauth.setCredentials({ refresh_token: tokens.refresh_token ?? null });
        await oauth.getAccessToken();
        await oauth.revokeToken(tokens.refresh_token ?? '');
        expect((await failureOf(oauth.refreshAccessToken())).message).to.include('invalid_grant');
      }),
  },
];
