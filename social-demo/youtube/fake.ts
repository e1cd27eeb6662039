import type { FakeAnswer, FakeRequest, FakeRoute, PlatformFake } from '../fake.js';
import type { FakeUser } from '../oauth.js';
import { refuse } from './answers.js';
import { GoogleOAuth, READ_SCOPE, UPLOAD_SCOPE } from './oauth.js';
import type { YouTubeFakeOptions } from './options.js';
import { readsOf } from './reads.js';
import { kindOf, put, start } from './upload.js';
import { Videos } from './videos.js';

const API_HOST = 'www.googleapis.com';
const UPLOAD_PATH = /^\/upload\/youtube\/v3\/videos$/;

/** YouTube's Data API v3 with resumable uploads, as its documentation states it. */
export function createYouTubeFake(options: YouTubeFakeOptions): PlatformFake {
  const oauth = new GoogleOAuth(options.now);
  const videos = new Videos(options);
  const hasChannel = ({ username }: FakeUser) => !options.withoutChannel?.includes(username);

  /** A part of the API: token, scope and channel come first. */
  const asHolder =
    (
      scope: string,
      answer: (user: FakeUser, request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
    ) =>
    async (request: FakeRequest): Promise<FakeAnswer> => {
      const holder = oauth.grants.holderOf(request);
      if (!holder) return refuse(401, 'authError', 'global');
      if (!holder.scopes.includes(scope)) return refuse(403, 'insufficientPermissions', 'global');
      return answer(holder.user, request);
    };
  const read = (name: string, answer: Parameters<typeof asHolder>[1]): FakeRoute => ({
    name,
    method: 'GET',
    host: API_HOST,
    path: new RegExp(`^/youtube/v3/${name}$`),
    answer: asHolder(READ_SCOPE, answer),
  });
  const putAs = (name: 'probe' | 'chunk' | 'commit'): FakeRoute => ({
    name,
    method: 'PUT',
    host: API_HOST,
    path: UPLOAD_PATH,
    isFor: (request) => kindOf(request) === name,
    answer: asHolder(UPLOAD_SCOPE, (user, request) => put(request, user, videos)),
  });

  return {
    name: 'youtube',
    label: 'YouTube',
    routes: [
      ...oauth.routes,
      ...readsOf(videos, hasChannel).map(({ name, answer }) => read(name, answer)),
      {
        name: 'start',
        method: 'POST',
        host: API_HOST,
        path: UPLOAD_PATH,
        answer: asHolder(UPLOAD_SCOPE, (user, request) =>
          hasChannel(user) ? start(request, user, videos) : refuse(401, 'youtubeSignupRequired'),
        ),
      },
      putAs('probe'),
      putAs('chunk'),
      putAs('commit'),
    ],
    posts: () => videos.shown(),
    revokeAll: (username) => oauth.grants.revokeAll(username),
  };
}
