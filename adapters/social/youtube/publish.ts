import {
  PlatformFailure,
  type DraftState,
  type PublishJob,
  type PublishState,
} from '../../../domain/ports/social-platform.js';
import { toFiniteNumber, toNonEmptyText } from '../../http/json.js';
import type { VendorAnswer } from '../../http/send.js';
import { ask, askOnce, readOutcome, buildUnknownOutcome } from '../send-request.js';
import type { YouTube } from './api.js';
import { buildYouTubeFailure, readReason } from './failures.js';
import { findUpload } from './find-upload.js';
import { checkPost, buildVideoUrl } from './metadata.js';
import {
  CHUNK_BYTES,
  probe,
  readSession,
  buildPartRequest,
  startSession,
  type Session,
} from './session.js';

/** Parts per call. If the step ends early, no more than these must be sent again. */
const PARTS_PER_CALL = 4;
const BREATH_MS = 1_000;
/** Interval for reading a channel's uploads when a session has expired. */
const POLL_DELAY_MS = 60_000;

/** Sends all parts except the last, because the video exists only with its last byte. */
export async function draft(youtube: YouTube, job: PublishJob): Promise<DraftState> {
  checkPost(job);
  const size = getVideoSize(job);
  const begun = await resumeSession(youtube, job, size);
  if (begun === null) return { state: 'ready' };
  let { sent } = begun;
  for (let count = 0; count < PARTS_PER_CALL && size - sent > CHUNK_BYTES; count += 1) {
    const answer = await ask(await buildPartRequest(youtube, job, begun.address, sent));
    const session = readSession(youtube, answer);
    if (session.state !== 'open') {
      if (session.state === 'done' || readTriedAt(job) !== null) return { state: 'ready' };
      throw await forget(job);
    }
    sent = session.sent;
    await job.keep({ sent });
  }
  return size - sent > CHUNK_BYTES ? { state: 'waiting', waitMs: BREATH_MS } : { state: 'ready' };
}

/** Returns a session to send to; null if only the commit can determine what is missing. */
async function resumeSession(youtube: YouTube, job: PublishJob, size: number) {
  const address = toNonEmptyText(job.refs['session']);
  if (address !== null) {
    const session = await probe(youtube, job, address, size);
    if (session.state === 'open') {
      await job.keep({ sent: session.sent });
      return { address, sent: session.sent };
    }
    // The session's last byte was sent, so another session could create a second video.
    if (session.state === 'done' || readTriedAt(job) !== null) return null;
  }
  const fresh = await startSession(youtube, job, size);
  await job.keep({ session: fresh, sent: 0 });
  return { address: fresh, sent: 0 };
}

/**
 * Sends the last part, which completes the video.
 * @throws {PlatformFailure}
 */
export async function commit(youtube: YouTube, job: PublishJob): Promise<PublishState> {
  const address = toNonEmptyText(job.refs['session']);
  if (address === null) throw buildNewDraftFailure('no session');
  const isTried = readTriedAt(job) !== null;
  const sent = isTried
    ? await resume(youtube, job, address)
    : (toFiniteNumber(job.refs['sent']) ?? 0);
  if (typeof sent !== 'number') return sent;
  // The next draft sends the missing parts.
  if (getVideoSize(job) - sent > CHUNK_BYTES) throw buildNewDraftFailure('parts are missing');
  const wanted = await buildPartRequest(youtube, job, address, sent);
  if (!isTried) await job.keep({ triedAt: youtube.now() });
  return readCommit(youtube, job, await askOnce(wanted), isTried);
}

/** Returns where to resume a session whose last part was already sent, or the session's outcome. */
async function resume(
  youtube: YouTube,
  job: PublishJob,
  address: string,
): Promise<number | PublishState> {
  const session = await probe(youtube, job, address, getVideoSize(job));
  if (session.state === 'gone') throw buildUnknownOutcome('session gone');
  return session.state === 'open' ? session.sent : settle(job, session);
}

async function readCommit(
  youtube: YouTube,
  job: PublishJob,
  answer: VendorAnswer,
  isTried: boolean,
): Promise<PublishState> {
  const { status } = answer;
  if (status === 404 || status === 410) {
    if (isTried) throw buildUnknownOutcome('session gone');
    throw await forget(job);
  }
  const isRefused = status >= 400 && status < 500 && readReason(answer) !== null;
  if (isRefused || status === 429) throw buildYouTubeFailure(answer, youtube.now());
  const isClear = status === 308 || ((status === 200 || status === 201) && hasId(answer));
  if (!isClear) throw buildUnknownOutcome(`upload ${status}`);
  const session = readSession(youtube, answer);
  return session.state === 'done' ? settle(job, session) : { state: 'not_published' };
}

const hasId = ({ json }: VendorAnswer): boolean =>
  typeof json === 'object' && json !== null && 'id' in json;

/**
 * Determines the outcome from the session or, if the session has expired, from the channel.
 * @throws {PlatformFailure}
 */
export async function reconcile(youtube: YouTube, job: PublishJob): Promise<PublishState> {
  const address = toNonEmptyText(job.refs['session']);
  const triedAt = readTriedAt(job);
  if (address === null || triedAt === null) return { state: 'not_published' };
  const session = await readOutcome(() => probe(youtube, job, address, getVideoSize(job)));
  if (session.state === 'open') return { state: 'not_published' };
  if (session.state === 'done') return settle(job, session);
  const videoId = await readOutcome(() => findUpload(youtube, job, triedAt));
  return videoId === null
    ? { state: 'pending', waitMs: POLL_DELAY_MS }
    : buildPublishedState(job, videoId);
}

/** @throws {PlatformFailure} `permanent` if YouTube accepted the clip but does not show it */
function settle(job: PublishJob, session: Extract<Session, { state: 'done' }>): PublishState {
  if (session.rejection) throw session.rejection;
  return buildPublishedState(job, session.videoId);
}

const buildPublishedState = (job: PublishJob, id: string): PublishState => ({
  state: 'published',
  remotePostId: id,
  url: buildVideoUrl(job, id),
});

async function forget(job: PublishJob): Promise<PlatformFailure> {
  await job.keep({ session: '', sent: 0, triedAt: 0 });
  return buildNewDraftFailure('session gone');
}

const buildNewDraftFailure = (why: string): PlatformFailure =>
  new PlatformFailure('new_draft', 'PLATFORM_UNAVAILABLE', why);

/** Returns when the last part was first sent; null if it was not sent yet. */
const readTriedAt = ({ refs }: PublishJob): number | null =>
  toFiniteNumber(refs['triedAt']) || null;

const getVideoSize = ({ items }: PublishJob): number => items[0]?.size ?? 0;
