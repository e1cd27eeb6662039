import { EVENTS, EVENT_TYPES, type EventType } from '../catalogue/event-types.js';
import {
  IMAGE_ASPECT_RATIOS,
  IMAGE_RESOLUTIONS,
  imageSize,
  type ImageAspectRatio as Ratio,
  type ImageResolution as Size,
} from '../catalogue/image-model.js';
import type { Scope } from '../catalogue/scopes.js';
import type { GenerationType as Kind } from '../catalogue/stages.js';
import { PLATFORM_TABLE, PLATFORMS, type Platform } from '../catalogue/social-platforms.js';
import { MOTION_ORIENTATIONS } from '../catalogue/video-model.js';
import { VIDEO_MODELS } from '../catalogue/video-models.js';
import { VOICES } from '../catalogue/voices.js';
import { namedChoice } from './common.js';

/** Sets of values that several objects share, with the meaning of each value. */

/** Builds the meaning of each value from its row in the catalogue. */
const meanings = <T, K extends string>(
  rows: readonly T[],
  of: (row: T) => readonly [K, string],
): Record<K, string> => Object.fromEntries(rows.map(of)) as Record<K, string>;

const pixels = (ratio: Ratio, resolution: Size) => {
  const { width, height } = imageSize(ratio, resolution);
  return `${width} x ${height} pixels`;
};

export const ImageAspectRatio = namedChoice(
  'ImageAspectRatio',
  'Shape of an image, width to height',
  meanings(IMAGE_ASPECT_RATIOS, (ratio) => [ratio, `${pixels(ratio, '1K')} at \`1K\``]),
);

export const ImageResolution = namedChoice(
  'ImageResolution',
  'Size of an image; each step doubles both sides',
  meanings(IMAGE_RESOLUTIONS, (size) => [size, `${pixels('9:16', size)} at \`9:16\``]),
);

export const GenerationType = namedChoice<Kind>('GenerationType', 'Type of the generation', {
  image: 'an image, delivered as WebP',
  video: 'a clip, delivered as MP4',
});

const span = (seconds: readonly string[]) =>
  seconds.length === 0
    ? 'as long as its motion clip'
    : `${seconds[0]} to ${seconds.at(-1)} seconds`;

export const VideoModelId = namedChoice<string>(
  'VideoModelId',
  'A video model. Options and prices of each: `GET /v1/models`',
  meanings(VIDEO_MODELS, ({ id, name, durations, resolutions }) => [
    id,
    `${name}, ${span(durations)}, ${resolutions.join(', ')}`,
  ]),
);

/** Options with the models that offer each of them. */
const modelOptions = (of: (model: (typeof VIDEO_MODELS)[number]) => readonly string[]) => {
  const values = [...new Set(VIDEO_MODELS.flatMap(of))];
  return meanings(values, (value) => {
    const ids = VIDEO_MODELS.filter((model) => of(model).includes(value)).map(({ id }) => id);
    return [value, ids.length === VIDEO_MODELS.length ? 'every model' : ids.join(', ')] as const;
  });
};

export const VideoDuration = namedChoice<string>(
  'VideoDuration',
  'Whole seconds as text, each with the models that offer it',
  modelOptions(({ durations }) => durations),
);

export const VideoResolution = namedChoice<string>(
  'VideoResolution',
  'Resolution of a clip, each with the models that offer it',
  modelOptions(({ resolutions }) => resolutions),
);

export const VideoAspectRatio = namedChoice<string>(
  'VideoAspectRatio',
  'Shape of a clip, width to height, each with the models that offer it; `adaptive` follows the first frame',
  modelOptions(({ aspectRatios }) => aspectRatios),
);

export const MotionOrientation = namedChoice<(typeof MOTION_ORIENTATIONS)[number]>(
  'MotionOrientation',
  'Which way the person in a motion-controlled clip faces',
  {
    video: 'as in `motion_video`',
    image: 'as in the first frame; `motion_video` can then have at most 10 seconds',
  },
);

export const Gender = namedChoice<'male' | 'female'>('Gender', 'Gender of a character', {
  male: 'as a man',
  female: 'as a woman',
});

export const VoiceKey = namedChoice<string>(
  'VoiceKey',
  'A voice from `GET /v1/voices`',
  meanings(VOICES, ({ voice_key, gender, accent, language }) => [
    voice_key,
    `${gender}, ${accent}, ${language}`,
  ]),
);

export const ScopeName = namedChoice<Scope>('Scope', 'Permission of an API key', {
  read: 'read objects, quotes, the account and the catalogues',
  generate: 'create, cancel and delete generations, characters, products and uploads',
  social: 'publish to connected accounts',
  webhooks: 'manage webhooks and read events',
});

export const EventTypeName = namedChoice<EventType>(
  'EventType',
  'Type of the event',
  meanings(EVENT_TYPES, (type) => [type, EVENTS[type].when]),
);

export const SocialPlatformName = namedChoice<Platform>(
  'SocialPlatform',
  'Platform of a post or account',
  meanings(PLATFORMS, (platform) => [platform, `accounts on ${PLATFORM_TABLE[platform].label}`]),
);
