import type { FakeAnswer, FakeRequest, FakeRoute, PlatformFake } from '../fake.js';
import type { FakeUser } from '../oauth.js';
import { refuse } from './answers.js';
import { GoogleOAuth, READ_SCOPE, UPLOAD_SCOPE } from './oauth.js';
import { buildReads } from './reads.js';
import { insert, classifyPut, handlePut, start } from './upload.js';
import { Videos, type YouTubeFakeOptions } from './videos.js';

/** Our adapter calls the first host, Google's own clients the second. */
const API_HOSTS = ['www.googleapis.com', 'youtube.googleapis.com'];
const UPLOAD_PATH = /^\/upload\/youtube\/v3\/videos$/;

/** An API route, on either of the API's hosts. */
type Route = Omit<FakeRoute, 'host'>;

/** Creates YouTube's Data API v3 with resumable uploads, according to its documentation. */
export function createYouTubeFake(options: YouTubeFakeOptions): PlatformFake {
  const oauth = new GoogleOAuth(options.now);
  const videos = new Videos(options);
  const hasChannel = ({ username }: FakeUser) => !options.withoutChannel?.includes(username);
  const api = buildApiRoutes(oauth, videos, hasChannel);
  return {
    name: 'youtube',
    label: 'YouTube',
    routes: [
      ...oauth.routes,
      ...API_HOSTS.flatMap((host) => api.map((route) => ({ ...route, host }))),
    ],
    posts: () => videos.shown(),
    revokeAll: (username) => oauth.grants.revokeAll(username),
  };
}

type RouteAnswer = (user: FakeUser, request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;

function buildApiRoutes(
  oauth: GoogleOAuth,
  videos: Videos,
  hasChannel: (user: FakeUser) => boolean,
): readonly Route[] {
  /** Wraps an API endpoint so that it first checks token, scope and channel. */
  const requireHolder =
    (scope: string, answer: RouteAnswer) =>
    async (request: FakeRequest): Promise<FakeAnswer> => {
      const holder = oauth.grants.findHolder(request);
      if (!holder) return refuse(401, 'authError', 'global');
      if (!holder.scopes.includes(scope)) return refuse(403, 'insufficientPermissions', 'global');
      return answer(holder.user, request);
    };
  const requireUploader = (answer: RouteAnswer) =>
    requireHolder(UPLOAD_SCOPE, (user, request) =>
      hasChannel(user) ? answer(user, request) : refuse(401, 'youtubeSignupRequired'),
    );
  const read = (name: string, answer: RouteAnswer): Route => ({
    name,
    method: 'GET',
    path: new RegExp(`^/youtube/v3/${name}$`),
    answer: requireHolder(READ_SCOPE, answer),
  });
  const upload = { method: 'POST', path: UPLOAD_PATH } as const;
  const putAs = (name: 'probe' | 'chunk' | 'commit'): Route => ({
    name,
    method: 'PUT',
    path: UPLOAD_PATH,
    isFor: (request) => classifyPut(request) === name,
    answer: requireHolder(UPLOAD_SCOPE, (user, request) => handlePut(request, user, videos)),
  });
  return [
    ...buildReads(videos, hasChannel).map(({ name, answer }) => read(name, answer)),
    {
      ...upload,
      name: 'commit',
      isFor: ({ query }) => query.get('uploadType') === 'multipart',
      answer: requireUploader((user, request) => insert(request, user, videos)),
    },
    {
      ...upload,
      name: 'start',
      answer: requireUploader((user, request) => start(request, user, videos)),
    },
    putAs('probe'),
    putAs('chunk'),
    putAs('commit'),
  ];
}
