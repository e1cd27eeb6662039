import type { ContainerFacts, Containers } from '../meta/containers.js';
import type { FetchedMedia } from '../meta/fetch-media.js';
import { GraphError, isTrue, readListParam, readTextParam, type Params } from '../meta/graph.js';
import type { FakeUser } from '../oauth.js';
import {
  checkCaption,
  buildInvalidError,
  readCollaborators,
  readCover,
  readLabel,
  readTags,
  refuseParams,
  takeClip,
  takePicture,
} from './check.js';

type Facts = Omit<ContainerFacts, 'owner'>;

/** Creates the container for a picture, reel, story, carousel item or carousel. */
export async function createContainer(
  containers: Containers,
  owner: FakeUser,
  params: Params,
): Promise<string> {
  const type = readTextParam(params, 'media_type');
  const facts =
    type === 'CAROUSEL'
      ? readCarousel(containers, owner, params)
      : await readSingle(type, isTrue(params, 'is_carousel_item'), params);
  return containers.add({ ...facts, owner });
}

function readCarousel(containers: Containers, owner: FakeUser, params: Params): Facts {
  const ids = readListParam(params, 'children').map(String);
  if (ids.length < 2 || ids.length > 10) {
    throw new GraphError(400, 100, 2207028, 'A carousel needs 2 to 10 items');
  }
  refuseParams(params, ['user_tags', 'image_url', 'video_url']);
  const children = ids.map((id) => containers.use(owner, id));
  if (children.some(({ isChild }) => !isChild))
    throw buildInvalidError('A child is not a carousel item');
  const caption = readTextParam(params, 'caption');
  checkCaption(caption);
  const tags = children.flatMap(({ labels }) => labels);
  return {
    isChild: false,
    text: caption,
    media: children.flatMap(({ media }) => media),
    labels: [...readLabel(params), ...readCollaborators(params), ...tags],
    place: 'p',
    error: null,
  };
}

async function readSingle(type: string, isChild: boolean, params: Params): Promise<Facts> {
  const isPicture = params['image_url'] !== undefined;
  if (isPicture === (params['video_url'] !== undefined)) {
    throw buildInvalidError('Either image_url or video_url is required');
  }
  if (isChild) {
    refuseParams(params, ['caption', 'collaborators', 'is_ai_generated', 'thumb_offset']);
    if (!isPicture && type !== 'VIDEO')
      throw buildInvalidError('media_type of a child must be VIDEO');
  } else if (type === 'STORIES') {
    refuseParams(params, ['caption', 'collaborators', 'thumb_offset', 'share_to_feed']);
  } else if (isPicture ? type !== '' && type !== 'IMAGE' : type !== 'REELS') {
    throw buildInvalidError(`media_type ${type} is not supported`);
  }
  const caption = readTextParam(params, 'caption');
  checkCaption(caption);
  const found = isPicture ? await takePicture(params) : await takeClip(params);
  const isStory = type === 'STORIES';
  return {
    isChild,
    text: caption,
    media: typeof found === 'string' ? [] : [found.shown],
    labels: buildLabels(params, isPicture, found),
    place: isStory ? 'stories' : isPicture ? 'p' : 'reel',
    error: typeof found === 'string' ? found : null,
  };
}

function buildLabels(params: Params, isPicture: boolean, found: FetchedMedia | string): string[] {
  const durationMs = typeof found === 'string' ? Infinity : (found.durationMs ?? 0);
  const type = readTextParam(params, 'media_type');
  const kind = type === 'STORIES' ? ['story'] : type === 'REELS' ? ['reel'] : [];
  const people = [...readCollaborators(params), ...readTags(params, isPicture)];
  const cover = isPicture ? [] : readCover(params, durationMs);
  return [...kind, ...readLabel(params), ...people, ...cover];
}
