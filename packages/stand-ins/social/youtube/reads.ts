import type { FakeAnswer, FakeRequest } from '../fake.js';
import type { FakeUser } from '../oauth.js';
import { ok, toBody, refuse } from './answers.js';
import { buildChannelId, type Videos } from './videos.js';

/** A resource that the token's holder can read. */
interface ReadableResource {
  readonly name: string;
  readonly answer: (user: FakeUser, request: FakeRequest) => FakeAnswer;
}

/** Builds the Data API's answers about channels, their uploads and videos. */
export const buildReads = (
  videos: Videos,
  hasChannel: (user: FakeUser) => boolean,
): readonly ReadableResource[] => [
  {
    name: 'channels',
    answer: (user, { query }) =>
      query.get('mine') === 'true'
        ? ok({ items: hasChannel(user) ? [describeChannel(user)] : [] })
        : refuse(400, 'missingRequiredParameter'),
  },
  {
    name: 'playlistItems',
    answer: (user, { query }) =>
      query.get('playlistId') === buildUploadsId(user)
        ? ok({ items: describeUploads(videos, user, Number(query.get('maxResults') ?? 5)) })
        : refuse(404, 'playlistNotFound'),
  },
  {
    name: 'videos',
    answer: (user, { query }) => {
      const ids = (query.get('id') ?? '').split(',');
      const found = videos.findUserVideos(user).filter(({ id }) => ids.includes(id));
      return ok({ items: found.map((video) => videos.describe(video)) });
    },
  },
];

const buildUploadsId = (user: FakeUser): string => `UU${buildChannelId(user).slice(2)}`;

const describeChannel = (user: FakeUser) => ({
  kind: 'youtube#channel',
  id: buildChannelId(user),
  snippet: { title: `Channel of ${user.username}`, customUrl: `@${user.username}` },
  contentDetails: { relatedPlaylists: { uploads: buildUploadsId(user) } },
});

const describeUploads = (videos: Videos, user: FakeUser, count: number) =>
  videos
    .findUserVideos(user)
    .slice(0, count)
    .map(({ id, resource, at }) => ({
      kind: 'youtube#playlistItem',
      snippet: {
        title: toBody(resource['snippet'])['title'],
        publishedAt: new Date(at).toISOString(),
      },
      contentDetails: { videoId: id },
    }));
