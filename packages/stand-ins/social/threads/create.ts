import type { ContainerFacts, Containers } from '../meta/containers.js';
import {
  fetchClip,
  fetchPicture,
  type ClipRules,
  type FetchedMedia,
  type MediaFault,
  type PictureRules,
} from '../meta/fetch-media.js';
import { GraphError, isTrue, readListParam, readTextParam, type Params } from '../meta/graph.js';
import type { FakeUser } from '../oauth.js';

type Facts = Omit<ContainerFacts, 'owner'>;

const MB = 1_000_000;
const PICTURE: PictureRules = {
  formats: ['jpeg', 'png'],
  bytesMax: 8 * MB,
  width: [320, 1440],
  ratio: [0.1, 10],
};
const CLIP: ClipRules = {
  bytesMax: 1_000 * MB,
  widthMax: 1920,
  seconds: [0, 300],
  framesPerSecond: [23, 60],
};
/** A container's status message for each problem with its file. */
const WORDS: Readonly<Record<MediaFault, string>> = {
  not_fetched: 'FAILED_DOWNLOADING_VIDEO',
  too_large: 'FAILED_PROCESSING_VIDEO',
  format: 'FAILED_PROCESSING_VIDEO',
  width: 'FAILED_PROCESSING_VIDEO',
  ratio: 'INVALID_ASPEC_RATIO',
  duration: 'INVALID_DURATION',
  frame_rate: 'INVALID_FRAME_RATE',
};

const buildInvalidError = (words: string) => new GraphError(400, 100, null, words);

/** Creates a container for a picture, a clip, or several of them. */
export async function createContainer(
  containers: Containers,
  owner: FakeUser,
  params: Params,
): Promise<string> {
  const type = readTextParam(params, 'media_type');
  const text = readTextParam(params, 'text');
  checkText(text);
  const facts =
    type === 'CAROUSEL'
      ? readCarousel(containers, owner, params, text)
      : await readSingle(type, params, text);
  return containers.add({ ...facts, owner });
}

function readCarousel(
  containers: Containers,
  owner: FakeUser,
  params: Params,
  text: string,
): Facts {
  const ids = readListParam(params, 'children').map(String);
  if (ids.length < 2 || ids.length > 20) throw buildInvalidError('A carousel needs 2 to 20 items');
  const children = ids.map((id) => containers.use(owner, id));
  if (children.some(({ isChild }) => !isChild))
    throw buildInvalidError('A child is not a carousel item');
  const media = children.flatMap((child) => child.media);
  return { isChild: false, text, media, labels: [], place: 'post', error: null };
}

async function readSingle(type: string, params: Params, text: string): Promise<Facts> {
  const isChild = isTrue(params, 'is_carousel_item');
  if (isChild && text !== '') throw buildInvalidError('A carousel item has no text');
  if (type === 'TEXT') {
    if (isChild || text === '')
      throw buildInvalidError('A text post needs a text, and cannot be a carousel item');
    return { isChild, text, media: [], labels: [], place: 'post', error: null };
  }
  const found = await takeMedia(type, params);
  const [media, error] = typeof found === 'string' ? [[], WORDS[found]] : [[found.shown], null];
  return { isChild, text, media, labels: [], place: 'post', error };
}

async function takeMedia(type: string, params: Params): Promise<FetchedMedia | MediaFault> {
  if (type === 'IMAGE') return fetchPicture(readTextParam(params, 'image_url'), PICTURE);
  if (type === 'VIDEO') return fetchClip(readTextParam(params, 'video_url'), CLIP);
  throw buildInvalidError(`media_type ${type} is unknown`);
}

/**
 * Checks the text: at most 500 characters, where an emoji counts by its bytes, and 5 different
 * links.
 */
function checkText(text: string): void {
  if (countText(text) > 500)
    throw buildInvalidError('Param text must be at most 500 characters long.');
  const links = new Set(text.match(/https?:\/\/[^\s]+/g) ?? []);
  if (links.size > 5) throw new GraphError(400, 100, null, 'THREADS_API__LINK_LIMIT_EXCEEDED');
}

function countText(text: string): number {
  const characters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)];
  return characters.reduce((sum, { segment }) => {
    const isEmoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}/u.test(segment);
    return sum + (isEmoji ? Buffer.byteLength(segment) : Array.from(segment).length);
  }, 0);
}
