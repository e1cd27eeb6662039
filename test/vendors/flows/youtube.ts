import { Readable } from 'node:stream';
import { auth, youtube } from '@googleapis/youtube';
import { expect } from 'chai';
import { DEMO_APP } from '@media-platform/stand-ins/social/oauth.js';
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

const PART_BYTES = 262_144;

/** Pads the clip at its end, so that it is uploaded in more than one part. */
function clipOfParts(): Buffer {
  const space = Buffer.alloc(2 * PART_BYTES);
  space.writeUInt32BE(space.length);
  space.write('free', 4, 'latin1');
  return Buffer.concat([CLIP.bytes, space]);
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
  {
    client: '@googleapis/youtube',
    does: 'sends a video in parts, each from the position in the last response',
    run: () =>
      withSocialWorld(async (world) => {
        // The package has no method for resumable uploads, so the flow sends its authorized
        // requests itself.
        const { oauth } = await logIn(world);
        const bytes = clipOfParts();
        const opened = await oauth.request({
          url: 'https://www.googleapis.com/upload/youtube/v3/videos',
          method: 'POST',
          params: { uploadType: 'resumable', part: 'snippet,status' },
          headers: {
            'x-upload-content-type': 'video/mp4',
            'x-upload-content-length': String(bytes.length),
          },
          data: { snippet: { title: 'A kite' }, status: { privacyStatus: 'private' } },
        });
        const url = opened.headers.get('location') ?? '';
        const put = async (range: string, data: Buffer) => {
          const headers = { 'content-range': `bytes ${range}/${bytes.length}` };
          const validateStatus = (status: number) => status === 200 || status === 308;
          const sent = { url, method: 'PUT', headers, data, validateStatus } as const;
          return oauth.request<{ id?: string }>(sent);
        };
        const statuses: number[] = [];
        let answer = await put('*', Buffer.alloc(0));
        for (; answer.status === 308; statuses.push(answer.status)) {
          const from = Number(answer.headers.get('range')?.split('-')[1] ?? -1) + 1;
          const part = bytes.subarray(from, from + PART_BYTES);
          answer = await put(`${from}-${from + part.length - 1}`, part);
        }
        expect(statuses).to.deep.equal([308, 308, 200]);
        const [shown] = world.posts('youtube');
        expect(shown).to.include({ id: answer.data.id, title: 'A kite' });
        expect(shown?.media[0]?.bytes.equals(bytes)).to.equal(true);
      }),
  },
];
