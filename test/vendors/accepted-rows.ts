import type { Platform } from '../../domain/catalogue/social-platforms.js';
import { DEMO_APP } from '@media-platform/stand-ins/social/oauth.js';
import type { Connection } from './social-world.js';

/** Request to a stand-in, and whether the platform accepts it. */
export interface Row {
  readonly platform: Platform;
  readonly what: string;
  readonly status: number;
  /** Official URL. `{user}` is replaced with the id of the connected user. */
  readonly url: string;
  /** By default a GET with the token in the header. */
  readonly init?: (connection: Connection) => RequestInit;
}

export const json = (body: unknown, token?: string): RequestInit => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  },
  body: JSON.stringify(body),
});
export const form = (fields: Record<string, string>, authorization?: string): RequestInit => ({
  method: 'POST',
  headers: authorization === undefined ? {} : { authorization },
  body: new URLSearchParams(fields),
});
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const basic = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

const { clientId, clientSecret } = DEMO_APP;
/** RFC 6749 2.3.1 requires encoding both parts, including the dash. */
const ENCODED = basic(clientId.replace('-', '%2D'), clientSecret.replace('-', '%2D'));
const REFRESH = 'refresh_token';
const TIKTOK = 'https://open.tiktokapis.com/v2/post/publish';
const X = 'https://api.x.com/2';
export const THREADS = 'https://graph.threads.net';
const VIDEO = { video_size: 10, chunk_size: 10, total_chunk_count: 1, source: 'FILE_UPLOAD' };
const INFO = { title: 'a kite', privacy_level: 'SELF_ONLY', auto_add_music: true };

/** Requests of clients without an npm package, and requests that the stand-ins must refuse. */
export const ROWS: readonly Row[] = [
  {
    platform: 'tiktok',
    what: 'a creator info request without a body',
    status: 200,
    url: `${TIKTOK}/creator_info/query/`,
    init: ({ token }) => ({ method: 'POST', headers: bearer(token) }),
  },
  {
    platform: 'tiktok',
    what: 'a video with a field that only photos have',
    status: 200,
    url: `${TIKTOK}/video/init/`,
    init: ({ token }) => json({ post_info: INFO, source_info: VIDEO }, token),
  },
  {
    platform: 'tiktok',
    what: 'a video with a field that no post has',
    status: 400,
    url: `${TIKTOK}/video/init/`,
    init: ({ token }) => json({ post_info: { ...INFO, isAigc: true }, source_info: VIDEO }, token),
  },
  {
    platform: 'tiktok',
    what: 'a status request without a body',
    status: 400,
    url: `${TIKTOK}/status/fetch/`,
    init: ({ token }) => ({ method: 'POST', headers: bearer(token) }),
  },
  {
    platform: 'threads',
    what: 'a token in the body of a text-only post',
    status: 200,
    url: `${THREADS}/v1.0/{user}/threads`,
    init: ({ token }) => form({ access_token: token, media_type: 'TEXT', text: 'a kite' }),
  },
  {
    platform: 'threads',
    what: 'a post with neither text nor media',
    status: 400,
    url: `${THREADS}/v1.0/{user}/threads`,
    init: ({ token }) => form({ access_token: token, media_type: 'TEXT' }),
  },
  {
    platform: 'threads',
    what: 'an unknown token in the body',
    status: 401,
    url: `${THREADS}/v1.0/{user}/threads`,
    init: () => form({ access_token: 'none', media_type: 'TEXT', text: 'a kite' }),
  },
  {
    platform: 'threads',
    what: 'all fields of the profile',
    status: 200,
    url: `${THREADS}/v1.0/me?fields=id,username,name,threads_profile_picture_url,threads_biography,is_verified`,
  },
  {
    platform: 'threads',
    what: 'a field that the profile does not have',
    status: 400,
    url: `${THREADS}/v1.0/me?fields=id,email`,
  },
  {
    platform: 'threads',
    what: "another API's version",
    status: 404,
    url: `${THREADS}/v25.0/me`,
  },
  {
    platform: 'instagram',
    what: 'the version that most clients call',
    status: 200,
    url: 'https://graph.instagram.com/v26.0/me?fields=user_id,username',
  },
  {
    platform: 'instagram',
    what: 'a version that does not exist yet',
    status: 404,
    url: 'https://graph.instagram.com/v28.0/me?fields=user_id,username',
  },
  {
    platform: 'youtube',
    what: 'an app that identifies itself in the header',
    status: 200,
    url: 'https://oauth2.googleapis.com/token',
    init: ({ refresh }) =>
      form({ grant_type: REFRESH, refresh_token: refresh }, basic(clientId, clientSecret)),
  },
  {
    platform: 'youtube',
    what: 'an app that identifies itself wrongly in the header',
    status: 401,
    url: 'https://oauth2.googleapis.com/token',
    init: ({ refresh }) =>
      form({ grant_type: REFRESH, refresh_token: refresh }, basic(clientId, 'wrong')),
  },
  {
    platform: 'twitter',
    what: 'an app that identifies itself with RFC 6749 encoding',
    status: 200,
    url: `${X}/oauth2/token`,
    init: ({ refresh }) => form({ grant_type: REFRESH, refresh_token: refresh }, ENCODED),
  },
  {
    platform: 'twitter',
    what: 'an app that identifies itself only in the body',
    status: 401,
    url: `${X}/oauth2/token`,
    init: ({ refresh }) =>
      form({
        grant_type: REFRESH,
        refresh_token: refresh,
        client_id: clientId,
        client_secret: clientSecret,
      }),
  },
  {
    platform: 'twitter',
    what: 'a post with a field that posts do not have',
    status: 400,
    url: `${X}/tweets`,
    init: ({ token }) => json({ text: 'a kite', media_ids: ['1'] }, token),
  },
  {
    platform: 'twitter',
    what: 'an empty post',
    status: 400,
    url: `${X}/tweets`,
    init: ({ token }) => json({ text: '' }, token),
  },
  {
    platform: 'twitter',
    what: 'a command other than STATUS',
    status: 400,
    url: `${X}/media/upload?command=FINALIZE&media_id=1`,
  },
  {
    platform: 'twitter',
    what: 'a clip in one request',
    status: 400,
    url: `${X}/media/upload`,
    init: ({ token }) => json({ media: 'AAAA', media_category: 'tweet_video' }, token),
  },
];
