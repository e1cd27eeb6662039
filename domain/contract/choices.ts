import { Type } from 'typebox';
import { EVENTS, EVENT_TYPES, type EventType } from '../catalogue/event-types.js';
import {
  IMAGE_ASPECT_RATIOS,
  IMAGE_RESOLUTIONS,
  computeImageSize,
  type ImageAspectRatio as Ratio,
  type ImageResolution as Size,
} from '../catalogue/image-model.js';
import type { Scope } from '../catalogue/scopes.js';
import type { GenerationType as Kind } from '../catalogue/stages.js';
import { PLATFORM_TABLE, PLATFORMS, type Platform } from '../catalogue/social-platforms.js';
import { MOTION_ORIENTATIONS } from '../catalogue/video-model.js';
import { VIDEO_MODELS } from '../catalogue/video-models.js';
import { VOICES } from '../catalogue/voices.js';
import { buildNamedChoice } from './common.js';
import { VOICE_KEY } from './patterns.js';

/** Sets of values that several objects share, with each value's meaning. */

/** Builds each value's meaning from its catalogue row. */
const buildMeanings = <T, K extends string>(
  rows: readonly T[],
  of: (row: T) => readonly [K, string],
): Record<K, string> => Object.fromEntries(rows.map(of)) as Record<K, string>;

const formatPixels = (ratio: Ratio, resolution: Size) => {
  const { width, height } = computeImageSize(ratio, resolution);
  return `${width} x ${height} pixels`;
};

export const ImageAspectRatio = buildNamedChoice(
  'ImageAspectRatio',
  'Aspect ratio of an image (width:height)',
  buildMeanings(IMAGE_ASPECT_RATIOS, (ratio) => [ratio, `${formatPixels(ratio, '1K')} at \`1K\``]),
);

export const ImageResolution = buildNamedChoice(
  'ImageResolution',
  'Resolution of an image. Each step doubles the width and height',
  buildMeanings(IMAGE_RESOLUTIONS, (size) => [size, `${formatPixels('9:16', size)} at \`9:16\``]),
);

export const GenerationType = buildNamedChoice<Kind>('GenerationType', 'Type of generation', {
  image: 'an image, delivered as WebP',
  video: 'a clip, delivered as MP4',
});

const formatSpan = (seconds: readonly string[]) =>
  seconds.length === 0
    ? 'as long as its motion clip'
    : `${seconds[0]} to ${seconds.at(-1)} seconds`;

export const VideoModelId = buildNamedChoice<string>(
  'VideoModelId',
  'A video model. For options and prices, see `GET /v1/models`',
  buildMeanings(VIDEO_MODELS, ({ id, name, durations, resolutions }) => [
    id,
    `${name}, ${formatSpan(durations)}, ${resolutions.join(', ')}`,
  ]),
);

/** Lists options with the models that offer each of them. */
const buildModelOptions = (of: (model: (typeof VIDEO_MODELS)[number]) => readonly string[]) => {
  const values = [...new Set(VIDEO_MODELS.flatMap(of))];
  return buildMeanings(values, (value) => {
    const ids = VIDEO_MODELS.filter((model) => of(model).includes(value)).map(({ id }) => id);
    return [value, ids.length === VIDEO_MODELS.length ? 'every model' : ids.join(', ')] as const;
  });
};

export const VideoDuration = buildNamedChoice<string>(
  'VideoDuration',
  'Duration in whole seconds, as a string, with the models that support each value',
  buildModelOptions(({ durations }) => durations),
);

export const VideoResolution = buildNamedChoice<string>(
  'VideoResolution',
  'Resolution of a clip, with the models that support each value',
  buildModelOptions(({ resolutions }) => resolutions),
);

export const VideoAspectRatio = buildNamedChoice<string>(
  'VideoAspectRatio',
  "Aspect ratio of a clip (width:height), with the models that support each value. `adaptive` uses the first frame's aspect ratio",
  buildModelOptions(({ aspectRatios }) => aspectRatios),
);

export const MotionOrientation = buildNamedChoice<(typeof MOTION_ORIENTATIONS)[number]>(
  'MotionOrientation',
  'The direction a person faces in a motion-controlled clip',
  {
    video: 'as in `motion_video`',
    image: 'as in the first frame; `motion_video` can then be at most 10 seconds long',
  },
);

export const Gender = buildNamedChoice<'male' | 'female'>('Gender', "A character's gender", {
  male: 'a man',
  female: 'a woman',
});

/** A voice in a request. The handlers check that a cloned voice belongs to the account. */
export const VoiceKey = Type.String({
  $id: 'VoiceKey',
  pattern: VOICE_KEY,
  description: [
    'A voice from `GET /v1/voices`: the key of a cloned voice (`vce_…`), or one of',
    '',
    ...VOICES.map(
      ({ voice_key, gender, accent, language }) =>
        `- \`${voice_key}\`: ${gender}, ${accent}, ${language}`,
    ),
  ].join('\n'),
});

export const ScopeName = buildNamedChoice<Scope>('Scope', 'Permission of an API key', {
  read: 'read objects, quotes, the account and the catalogs',
  generate: 'create, cancel and delete generations, characters, products and uploads',
  social: 'publish to connected accounts',
  webhooks: 'manage webhooks and read events',
});

export const EventTypeName = buildNamedChoice<EventType>(
  'EventType',
  'Event type',
  buildMeanings(EVENT_TYPES, (type) => [type, EVENTS[type].when]),
);

export const SocialPlatformName = buildNamedChoice<Platform>(
  'SocialPlatform',
  'The platform of a post or account',
  buildMeanings(PLATFORMS, (platform) => [
    platform,
    `accounts on ${PLATFORM_TABLE[platform].label}`,
  ]),
);
