import { GraphError, isTrue, readListParam, readTextParam, type Params } from '../meta/graph.js';
import {
  fetchClip,
  fetchPicture,
  type ClipRules,
  type FetchedMedia,
  type MediaFault,
  type PictureRules,
} from '../meta/fetch-media.js';

const MB = 1_000_000;
const FEED: PictureRules = {
  formats: ['jpeg'],
  bytesMax: 8 * MB,
  width: [320, 1440],
  ratio: [0.8, 1.91],
};
const STORY: PictureRules = { ...FEED, ratio: [0.1, 10] };
const REEL: ClipRules = {
  bytesMax: 300 * MB,
  widthMax: 1920,
  seconds: [3, 900],
  framesPerSecond: [23, 60],
};
const STORY_CLIP: ClipRules = { ...REEL, bytesMax: 100 * MB, seconds: [3, 60] };

/** Code, subcode and message for each problem with a file. */
const FAULTS: Readonly<Record<MediaFault, readonly [number, number, string]>> = {
  not_fetched: [9004, 2207052, 'The media could not be fetched from this URI'],
  too_large: [36000, 2207004, 'The image size is too large.'],
  format: [36001, 2207005, 'The image format is not supported'],
  width: [36001, 2207005, 'The image format is not supported'],
  ratio: [36003, 2207009, 'The aspect ratio is not supported'],
  duration: [352, 2207026, 'The video format is not supported'],
  frame_rate: [352, 2207026, 'The video format is not supported'],
};

export const buildInvalidError = (words: string) => new GraphError(400, 100, null, words);

/**
 * Checks a picture when its container is created.
 * @throws {GraphError}
 */
export async function takePicture(params: Params): Promise<FetchedMedia> {
  const rules = readTextParam(params, 'media_type') === 'STORIES' ? STORY : FEED;
  const found = await fetchPicture(readTextParam(params, 'image_url'), rules);
  if (typeof found !== 'string') return found;
  throw new GraphError(400, ...FAULTS[found]);
}

/** Accepts a clip, which is fetched later, so the container's status reports problems. */
export async function takeClip(params: Params): Promise<FetchedMedia | string> {
  const rules = readTextParam(params, 'media_type') === 'STORIES' ? STORY_CLIP : REEL;
  const found = await fetchClip(readTextParam(params, 'video_url'), rules);
  if (typeof found !== 'string') return found;
  const subcode = found === 'not_fetched' ? 2207052 : 2207026;
  return `Error: Media upload has failed with error code ${subcode}`;
}

/** @throws {GraphError} if the caption is too long or has too many tags */
export function checkCaption(caption: string): void {
  if (caption.length > 2_200) throw new GraphError(400, 36004, 2207010, 'The caption is too long');
  const hashtags = caption.match(/#[\p{L}\p{N}_]+/gu) ?? [];
  const mentions = caption.match(/@[A-Za-z0-9._]+/g) ?? [];
  if (hashtags.length > 30 || mentions.length > 20) {
    throw new GraphError(400, 100, 2207040, 'Cannot use more than 30 hashtags or 20 mentions');
  }
}

/** Refuses parameters that a carousel item or a story must not have. */
export function refuseParams(params: Params, names: readonly string[]): void {
  const found = names.find((name) => params[name] !== undefined);
  if (found !== undefined) throw buildInvalidError(`The parameter ${found} is not supported here`);
}

/** Returns the tagged accounts as labels. Tags in pictures need a position. */
export function readTags(params: Params, isPicture: boolean): string[] {
  return readListParam(params, 'user_tags').map((tag) => {
    const { username, x, y } = tag as { username?: unknown; x?: unknown; y?: unknown };
    if (typeof username !== 'string' || !/^[A-Za-z0-9._]{1,30}$/.test(username)) {
      throw buildInvalidError('user_tags: invalid username');
    }
    const isStory = readTextParam(params, 'media_type') === 'STORIES';
    const isFraction = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1;
    if (!isPicture && !isStory && (x !== undefined || y !== undefined)) {
      throw buildInvalidError('user_tags of a reel must have no position');
    }
    if (isPicture && !isStory && !(isFraction(x) && isFraction(y))) {
      throw buildInvalidError('user_tags need x and y from 0 to 1');
    }
    const place = typeof x === 'number' && typeof y === 'number' ? ` at ${x} ${y}` : '';
    return `tagged @${username}${place}`;
  });
}

export function readCollaborators(params: Params): string[] {
  const names = readListParam(params, 'collaborators').map(String);
  if (names.length > 3) throw buildInvalidError('At most 3 collaborators');
  return names.map((name) => {
    if (!/^[A-Za-z0-9._]{1,30}$/.test(name))
      throw buildInvalidError('collaborators: invalid username');
    return `with @${name}`;
  });
}

/** Returns a reel's cover as a label. */
export function readCover(params: Params, durationMs: number): string[] {
  const { thumb_offset: offset } = params;
  if (offset === undefined) return [];
  const isPossible = typeof offset === 'number' && Number.isInteger(offset) && offset >= 0;
  if (!isPossible || offset >= durationMs) {
    const words = 'Thumbnail offset must be at least 0 and less than video duration';
    throw new GraphError(400, 1, 2207057, words);
  }
  return [`cover at ${offset} ms`];
}

/** @returns the label for AI-generated content */
export const readLabel = (params: Params): string[] =>
  isTrue(params, 'is_ai_generated') ? ['made with AI'] : [];
