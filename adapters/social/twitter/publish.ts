import type { PublishJob, PublishState } from '../../../domain/ports/social-platform.js';
import { entries, fields, list, text, type Fields } from '../../http/json.js';
import type { PlatformApp } from '../app.js';
import { askOnce, readOutcome, unknownOutcome } from '../ask.js';
import { callApi, isOwn, requestOf } from './api.js';
import { failureOf, isOfMedia } from './failures.js';
import { forget, mediaIds, mediaKeys } from './upload.js';

/** Interval between reads of a timeline: each post read costs money. */
const LOOK_MS = 15_000;
/** More than the difference between clocks of two machines. */
const SKEW_MS = 5 * 60_000;

/** Creates the post: once per arming. @throws {PlatformFailure} */
export async function commit(app: PlatformApp, job: PublishJob): Promise<PublishState> {
  const ids = mediaIds(job);
  if (ids.length < job.items.length || ids.length === 0) throw await forget(job, 'no draft');
  const json = {
    ...(job.text !== '' && { text: job.text }),
    media: { media_ids: ids },
    made_with_ai: true,
  };
  const answer = await askOnce(requestOf(app, job, 'commit', '/2/tweets', { json }));
  if (answer.status === 201 || answer.status === 200) {
    const id = text(fields(fields(answer.json)['data'])['id']);
    if (id === null) throw unknownOutcome('no id');
    await job.keep({ published: id });
    return publishedAs(job, id);
  }
  const isCertain = answer.status >= 400 && answer.status < 500;
  const isLimit = answer.status === 429 && answer.json !== undefined;
  if (!isLimit && !(isCertain && isOwn(answer))) throw unknownOutcome(`http ${answer.status}`);
  if (isOfMedia(answer)) throw await forget(job, 'media');
  throw failureOf(answer);
}

/**
 * Searches the timeline for the post, by its media keys. If it is missing, that proves nothing: a
 * timeline may be delayed, and a second post is worse than an uncertain one.
 */
export async function reconcile(app: PlatformApp, job: PublishJob): Promise<PublishState> {
  const known = text(job.refs['published']);
  if (known !== null) return publishedAs(job, known);
  const keys = mediaKeys(job);
  const query = new URLSearchParams({
    max_results: '10',
    expansions: 'attachments.media_keys',
    'tweet.fields': 'attachments',
    start_time: new Date((job.armedAt ?? Date.now()) - SKEW_MS).toISOString(),
  });
  const path = `/2/users/${job.remoteId}/tweets?${query.toString()}`;
  const said = await readOutcome(() => callApi(app, job, 'read', path));
  const ours = list(said['data']).find((post) => hasMedia(post, keys));
  const id = text(ours?.['id']);
  if (id === null) return { state: 'pending', waitMs: LOOK_MS };
  await job.keep({ published: id });
  return publishedAs(job, id);
}

const hasMedia = (post: Fields, keys: readonly string[]): boolean =>
  entries(fields(post['attachments'])['media_keys']).some((key) => keys.includes(String(key)));

const publishedAs = (job: PublishJob, id: string): PublishState => ({
  state: 'published',
  remotePostId: id,
  url: `https://x.com/${job.username}/status/${id}`,
});
