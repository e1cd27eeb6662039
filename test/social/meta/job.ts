import type { PostItem, PublishJob } from '../../../domain/ports/social-platform.js';

const item = (name: string, contentType: PostItem['contentType'], durationMs: number | null) => ({
  url: `https://media.example/${name}`,
  contentType,
  size: 1_000,
  width: 1_080,
  height: 1_350,
  durationMs,
  read: async () => Buffer.alloc(0),
});

export const PICTURE: PostItem = item('p.jpg', 'image/jpeg', null);
export const CLIP: PostItem = item('c.mp4', 'video/mp4', 5_000);

/** Builds a job with defaults, except for the given fields. */
export const jobOf = (change: Partial<PublishJob>): PublishJob => ({
  accessToken: 'token',
  remoteId: '178',
  username: 'ada',
  form: 'feed',
  items: [PICTURE],
  text: '',
  title: null,
  settings: {},
  postId: 'pst_0',
  refs: {},
  keep: async () => undefined,
  armedAt: null,
  hasBeenFetched: async () => false,
  signal: new AbortController().signal,
  ...change,
});
