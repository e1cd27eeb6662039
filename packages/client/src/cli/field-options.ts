import type { CreateImage, CreateVideo } from '../endpoints.js';
import type { Option } from './command.js';

/** Command line option for a field of POST /v1/images or POST /v1/videos. */
export interface FieldOption extends Option {
  readonly field: string;
  /** Conversion of its text to a value. Default: none. */
  readonly kind?: 'integer' | 'media' | 'pairs' | 'references' | 'list' | 'true' | 'false';
}

type ImageField = Exclude<keyof CreateImage, 'prompt'>;
type VideoField = Exclude<keyof CreateVideo, 'prompt'>;

export const MEDIA = 'a local file, an upload id or a URL';

const SHARED = [
  { name: 'character', value: 'ID', field: 'character_id', help: 'a saved character to show' },
  {
    name: 'character-image',
    value: 'FILE',
    field: 'character_image',
    kind: 'media',
    isFile: true,
    help: `a face to show: ${MEDIA}`,
  },
  { name: 'product', value: 'ID', field: 'product_id', help: 'a saved product to show' },
  {
    name: 'reference',
    value: '[TAG=]FILE',
    field: 'reference_images',
    kind: 'references',
    isFile: true,
    isList: true,
    help: 'an image that the prompt calls @TAG; can be repeated',
  },
  {
    name: 'seed',
    value: 'N',
    field: 'seed',
    kind: 'integer',
    help: 'the same request with the same seed gives the same result',
  },
  {
    name: 'metadata',
    value: 'KEY=VALUE',
    field: 'metadata',
    kind: 'pairs',
    isList: true,
    help: 'your own data; can be repeated',
  },
  {
    name: 'webhook',
    value: 'URL',
    field: 'webhook_url',
    help: 'a URL that receives the event of this request',
  },
  {
    name: 'webhook-event',
    value: 'TYPE',
    field: 'webhook_events',
    kind: 'list',
    isList: true,
    choices: ['generation.completed', 'generation.failed'],
    help: 'only this event; can be repeated',
  },
] as const satisfies readonly FieldOption[];

const IMAGE = [
  {
    name: 'ratio',
    value: 'RATIO',
    field: 'aspect_ratio',
    choices: ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'],
    help: 'width to height',
  },
  {
    name: 'resolution',
    value: 'SIZE',
    field: 'resolution',
    choices: ['1K', '2K', '4K'],
    help: 'resolution',
  },
  {
    name: 'scene',
    value: 'FILE',
    field: 'scene_image',
    kind: 'media',
    isFile: true,
    help: `an image to copy the pose, setting and light from: ${MEDIA}`,
  },
  {
    name: 'edit',
    field: 'edit',
    kind: 'true',
    help: 'change the scene image itself as the prompt says',
  },
  ...SHARED,
] as const satisfies readonly FieldOption[];

const VIDEO = [
  {
    name: 'model',
    value: 'MODEL',
    field: 'model',
    choices: [
      'seedance-2.5',
      'seedance-2.0',
      'seedance-2.0-mini',
      'kling-3.0',
      'kling-3.0-motion-control',
      'wan-2.6',
      'minimax-h3',
      'gemini-omni',
      'grok-imagine-1.5',
      'veo-3',
      'veo-3-fast',
    ],
    help: 'the video model (required)',
  },
  { name: 'duration', value: 'SECONDS', field: 'duration', help: 'length of the clip' },
  {
    name: 'ratio',
    value: 'RATIO',
    field: 'aspect_ratio',
    choices: ['9:16', '16:9', '1:1', '4:3', '3:4', '21:9', 'adaptive', '3:2', '2:3'],
    help: 'width to height',
  },
  {
    name: 'resolution',
    value: 'SIZE',
    field: 'resolution',
    choices: ['360p', '480p', '720p', '768p', '1080p', '2K', '4k'],
    help: 'resolution',
  },
  {
    name: 'first-frame',
    value: 'FILE',
    field: 'start_frame',
    kind: 'media',
    isFile: true,
    help: `the exact first frame: ${MEDIA}`,
  },
  {
    name: 'narration',
    value: 'FILE',
    field: 'narration_audio',
    kind: 'media',
    isFile: true,
    help: `a voice-over: ${MEDIA}`,
  },
  { name: 'script', value: 'TEXT', field: 'script', help: 'a text that the person speaks' },
  { name: 'language', value: 'TAG', field: 'language', help: 'language of the script: en-US' },
  { name: 'voice', value: 'KEY', field: 'voice_key', help: 'the voice that speaks the script' },
  {
    name: 'motion',
    value: 'FILE',
    field: 'motion_video',
    kind: 'media',
    isFile: true,
    help: `a clip whose motion is copied: ${MEDIA}`,
  },
  {
    name: 'motion-orientation',
    value: 'SIDE',
    field: 'motion_orientation',
    choices: ['video', 'image'],
    help: 'the direction that a person faces',
  },
  { name: 'audio', field: 'audio', kind: 'true', help: 'a clip with sound' },
  { name: 'no-audio', field: 'audio', kind: 'false', help: 'a clip without sound' },
  ...SHARED,
] as const satisfies readonly FieldOption[];

// The compiler rejects a table with a missing field.
true satisfies ImageField extends (typeof IMAGE)[number]['field'] ? true : false;
true satisfies VideoField extends (typeof VIDEO)[number]['field'] ? true : false;

export const FIELD_OPTIONS: Readonly<Record<'image' | 'video', readonly FieldOption[]>> = {
  image: IMAGE,
  video: VIDEO,
};

/** @returns the name of the option of a field; null if it has none */
export function optionOf(options: readonly Option[], field: string): string | null {
  const [name = ''] = field.split(/[.[]/);
  return options.find((one) => (one as Partial<FieldOption>).field === name)?.name ?? null;
}
