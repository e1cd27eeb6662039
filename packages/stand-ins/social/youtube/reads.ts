import type { FakeAnswer, FakeRequest } from '../fake.js';
import type { FakeUser } from '../oauth.js';
import { ok, partOf, refuse } from './answers.js';
import { channelOf, type Videos } from './videos.js';

/** A readable resource, for the holder of the token. */
interface Read {
  readonly name: string;
  readonly answer: (user: FakeUser, request: FakeRequest) => FakeAnswer;
}

/** The Data API's answers about channels, their uploads and videos. */
export const readsOf = (
  videos: Videos,
  hasChannel: (user: FakeUser) => boolean,
): readonly Read[] => [
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
      query.get('playlistId') === uploadsOf(user)
        ? ok({ items: describeUploads(videos, user, Number(query.get('maxResults') ?? 5)) })
        : refuse(404, 'playlistNotFound'),
  },
  {
    name: 'videos',
    answer: (user, { query }) => {
      const ids = (query.get('id') ?? '').split(',');
      const found = videos.ofUser(user).filter(({ id }) => ids.includes(id));
      return ok({ items: found.map((video) => videos.describe(video)) });
    },
  },
];

const uploadsOf = (user: FakeUser): string => `UU${channelOf(user).slice(2)}`;

const describeChannel = (user: FakeUser) => ({
  kind: 'youtube#channel',
  id: channelOf(user),
  snippet: { title: `Channel of ${user.username}`, customUrl: `@${user.username}` },
  contentDetails: { relatedPlaylists: { uploads: uploadsOf(user) } },
});

const describeUploads = (videos: Videos, user: FakeUser, count: number) =>
  videos
    .ofUser(user)
    .slice(0, count)
    .map(({ id, resource, at }) => ({
      kind: 'youtube#playlistItem',
      snippet: {
        title: partOf(resource['snippet'])['title'],
        publishedAt: new Date(at).toISOString(),
      },
      contentDetails: { videoId: id },
    }));
