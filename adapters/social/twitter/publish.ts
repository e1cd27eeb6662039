import type { PublishJob, PublishState } from '../../../domain/ports/social-platform.js';
import { toEntries, toFields, toFieldsList, toNonEmptyText, type Fields } from '../../http/json.js';
import type { PlatformApp } from '../app.js';
import { askOnce, readOutcome, buildUnknownOutcome } from '../send-request.js';
import { callApi, isOwn, buildTwitterRequest } from './api.js';
import { buildTwitterFailure, isMediaRefusal } from './failures.js';
import { forget, readMediaIds, readMediaKeys } from './upload.js';

/** Interval between timeline reads in milliseconds; long, because each post read costs money. */
const POLL_DELAY_MS = 15_000;
/** Upper bound for the difference between our clock and X's. */
const SKEW_MS = 5 * 60_000;

/**
 * Creates the post, once per arming.
 * @throws {PlatformFailure}
 */
export async function commit(app: PlatformApp, job: PublishJob): Promise<PublishState> {
  const ids = readMediaIds(job);
  if (ids.length < job.items.length || ids.length === 0) throw await forget(job, 'no draft');
  const json = {
    ...(job.text !== '' && { text: job.text }),
    media: { media_ids: ids },
    made_with_ai: true,
  };
  const answer = await askOnce(buildTwitterRequest(app, job, 'commit', '/2/tweets', { json }));
  if (answer.status === 201 || answer.status === 200) {
    const id = toNonEmptyText(toFields(toFields(answer.json)['data'])['id']);
    if (id === null) throw buildUnknownOutcome('no id');
    await job.keep({ published: id });
    return buildPublishedState(job, id);
  }
  const isCertain = answer.status >= 400 && answer.status < 500;
  const isLimit = answer.status === 429 && answer.json !== undefined;
  if (!isLimit && !(isCertain && isOwn(answer))) throw buildUnknownOutcome(`http ${answer.status}`);
  if (isMediaRefusal(answer)) throw await forget(job, 'media');
  throw buildTwitterFailure(answer);
}

/**
 * Searches the timeline for the post by its media keys. A missing post proves nothing: a timeline
 * may be delayed, and a second post is worse than an uncertain one.
 */
export async function reconcile(app: PlatformApp, job: PublishJob): Promise<PublishState> {
  const known = toNonEmptyText(job.refs['published']);
  if (known !== null) return buildPublishedState(job, known);
  const keys = readMediaKeys(job);
  const query = new URLSearchParams({
    max_results: '10',
    expansions: 'attachments.media_keys',
    'tweet.fields': 'attachments',
    start_time: new Date((job.armedAt ?? Date.now()) - SKEW_MS).toISOString(),
  });
  const path = `/2/users/${job.remoteId}/tweets?${query.toString()}`;
  const said = await readOutcome(() => callApi(app, job, 'read', path));
  const ours = toFieldsList(said['data']).find((post) => hasMedia(post, keys));
  const id = toNonEmptyText(ours?.['id']);
  if (id === null) return { state: 'pending', waitMs: POLL_DELAY_MS };
  await job.keep({ published: id });
  return buildPublishedState(job, id);
}

const hasMedia = (post: Fields, keys: readonly string[]): boolean =>
  toEntries(toFields(post['attachments'])['media_keys']).some((key) => keys.includes(String(key)));

const buildPublishedState = (job: PublishJob, id: string): PublishState => ({
  state: 'published',
  remotePostId: id,
  url: `https://x.com/${job.username}/status/${id}`,
});
