import type { PlatformFailure, PublishJob } from '../../../domain/ports/social-platform.js';
import { toFields, toNonEmptyText } from '../../http/json.js';
import type { VendorAnswer, VendorRequest } from '../../http/send.js';
import { ask, buildUnavailable } from '../send-request.js';
import type { YouTube } from './api.js';
import { buildYouTubeFailure, buildVideoFailure } from './failures.js';
import { buildVideoResource } from './metadata.js';

/** A multiple of 256 KiB, as required for all parts except the last. */
export const CHUNK_BYTES = 8 * 1024 * 1024;
/** Timeout for a part, in milliseconds; enough at 0.6 Mbit/s. */
const CHUNK_DEADLINE_MS = 120_000;
const START = 'https://www.googleapis.com/upload/youtube/v3/videos';

/** An upload session's state. */
export type Session =
  | { readonly state: 'open'; readonly sent: number }
  | {
      readonly state: 'done';
      readonly videoId: string;
      /** The reason why YouTube does not show the video; null if YouTube shows it. */
      readonly rejection: PlatformFailure | null;
    }
  | { readonly state: 'gone' };

/**
 * Opens a session, which shows nothing until the bytes arrive.
 * @returns the session's URL
 */
export async function startSession(
  { app, now }: YouTube,
  job: PublishJob,
  size: number,
): Promise<string> {
  const answer = await ask({
    call: { provider: 'youtube', operation: 'draft' },
    method: 'POST',
    url: `${app.rewrite(START)}?uploadType=resumable&part=snippet,status`,
    headers: {
      authorization: `Bearer ${job.accessToken}`,
      'x-upload-content-length': String(size),
      'x-upload-content-type': 'video/mp4',
    },
    json: buildVideoResource(job),
    deadlineMs: app.deadlineMs,
    signal: job.signal,
  });
  const location = toNonEmptyText(answer.headers['location']);
  if (answer.status === 200 && location !== null) return location;
  throw buildYouTubeFailure(answer, now());
}

/**
 * Queries the number of received bytes.
 * @throws {PlatformFailure}
 */
export async function probe(
  youtube: YouTube,
  job: PublishJob,
  address: string,
  size: number,
): Promise<Session> {
  const wanted = buildSessionRequest(youtube, job, address, `bytes */${size}`, 'read');
  return readSession(youtube, await ask({ ...wanted, bytes: Buffer.alloc(0) }));
}

/** Builds the PUT for one part of the clip. */
export async function buildPartRequest(
  youtube: YouTube,
  job: PublishJob,
  address: string,
  start: number,
): Promise<VendorRequest> {
  const [item] = job.items;
  if (!item) throw buildUnavailable('no file');
  const end = Math.min(start + CHUNK_BYTES, item.size) - 1;
  const bytes = await item.read({ start, end });
  if (bytes.length !== end - start + 1) throw buildUnavailable('short read');
  const operation = end === item.size - 1 ? 'commit' : 'upload';
  const range = `bytes ${start}-${end}/${item.size}`;
  return { ...buildSessionRequest(youtube, job, address, range, operation), bytes };
}

/**
 * Parses a session response.
 * @throws {PlatformFailure}
 */
export function readSession({ now }: YouTube, answer: VendorAnswer): Session {
  const { status, headers } = answer;
  if (status === 308)
    return { state: 'open', sent: parseSentBytes(toNonEmptyText(headers['range'])) };
  if (status === 404 || status === 410) return { state: 'gone' };
  const video = toFields(answer.json);
  const videoId = toNonEmptyText(video['id']);
  if (status !== 200 && status !== 201) throw buildYouTubeFailure(answer, now());
  if (videoId === null) throw buildUnavailable('no video id');
  const { uploadStatus, rejectionReason, failureReason } = toFields(video['status']);
  const isOut = !['rejected', 'failed', 'deleted'].includes(toNonEmptyText(uploadStatus) ?? '');
  const reason = toNonEmptyText(rejectionReason) ?? toNonEmptyText(failureReason);
  return { state: 'done', videoId, rejection: isOut ? null : buildVideoFailure(reason) };
}

/**
 * Parses a range such as `bytes=0-524287`; if the header is missing, YouTube has received nothing.
 */
function parseSentBytes(range: string | null): number {
  const last = /^(?:bytes=)?0-(\d+)$/.exec(range ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}

function buildSessionRequest(
  { app }: YouTube,
  { accessToken, signal }: PublishJob,
  url: string,
  range: string,
  operation: 'upload' | 'commit' | 'read',
): VendorRequest {
  return {
    call: { provider: 'youtube', operation },
    method: 'PUT',
    url,
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'video/mp4',
      'content-range': range,
    },
    deadlineMs: app.deadlineMs ?? CHUNK_DEADLINE_MS,
    signal,
  };
}
