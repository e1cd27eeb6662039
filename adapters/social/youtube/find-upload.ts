import type { PublishJob } from '../../../domain/ports/social-platform.js';
import { toFields, toFieldsList, toNonEmptyText, type Fields } from '../../http/json.js';
import { readApi, type YouTube } from './api.js';

/** Clocks differ, and YouTube may list a video with a delay. */
const BEFORE_MS = 5 * 60_000;
const AFTER_MS = 60 * 60_000;
/** YouTube rounds lengths to whole seconds. */
const SECONDS_OFF = 1.5;

/**
 * Searches the channel's uploads for the video after its session has expired: the video has the
 * same title and length, and dates from about when its last byte was sent.
 * @returns the video's id; null if there is no candidate yet or more than one
 * @throws {PlatformFailure}
 */
export async function findUpload(
  youtube: YouTube,
  job: PublishJob,
  triedAt: number,
): Promise<string | null> {
  const own = { part: 'contentDetails', mine: 'true' };
  const [channel] = toFieldsList((await readApi(youtube, job, 'read', 'channels', own))['items']);
  const playlists = toFields(toFields(channel?.['contentDetails'])['relatedPlaylists']);
  const playlistId = toNonEmptyText(playlists['uploads']);
  if (playlistId === null) return null;
  const asked = { part: 'snippet,contentDetails', maxResults: '20', playlistId };
  const uploads = toFieldsList(
    (await readApi(youtube, job, 'read', 'playlistItems', asked))['items'],
  );
  const ids = uploads.filter((upload) => isCandidate(upload, job, triedAt)).flatMap(readVideoId);
  if (ids.length === 0) return null;
  const lengths = { part: 'contentDetails', id: ids.join(',') };
  const videos = toFieldsList((await readApi(youtube, job, 'read', 'videos', lengths))['items']);
  const wanted = (job.items[0]?.durationMs ?? 0) / 1000;
  const found = videos.filter(
    (video) => Math.abs(parseVideoSeconds(video) - wanted) <= SECONDS_OFF,
  );
  return found.length === 1 ? toNonEmptyText(found[0]?.['id']) : null;
}

function isCandidate(upload: Fields, { title }: PublishJob, triedAt: number): boolean {
  const snippet = toFields(upload['snippet']);
  const at = Date.parse(toNonEmptyText(snippet['publishedAt']) ?? '');
  const isInTime = at >= triedAt - BEFORE_MS && at <= triedAt + AFTER_MS;
  return isInTime && toNonEmptyText(snippet['title'])?.trim() === title?.trim();
}

function readVideoId(upload: Fields): readonly string[] {
  const id = toNonEmptyText(toFields(upload['contentDetails'])['videoId']);
  return id === null ? [] : [id];
}

/** Parses a video's length, such as `PT1M4S`; NaN while YouTube does not know it. */
function parseVideoSeconds(video: Fields): number {
  const length = toNonEmptyText(toFields(video['contentDetails'])['duration']) ?? '';
  const found = /^P(?:(\d+)D)?T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(length);
  if (!found) return Number.NaN;
  const [days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0));
  return (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0);
}
