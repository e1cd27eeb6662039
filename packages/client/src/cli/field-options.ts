import type { CreateImage, CreateSpeech, CreateVideo } from '../endpoints.js';
import type { Option } from './command.js';
import {
  MEDIA,
  PICTURE_OPTIONS,
  SPEECH_OPTIONS,
  VOICE,
  type FieldOption,
} from './shared-options.js';

type ImageField = Exclude<keyof CreateImage, 'prompt'>;
type VideoField = Exclude<keyof CreateVideo, 'prompt'>;
type SpeechField = Exclude<keyof CreateSpeech, 'text'>;

/** A command that generates, and its type in a quote. */
export type WorkType = 'image' | 'video' | 'speech';

export const SPEECH_FORMATS = ['wav', 'mp3'] as const;

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
  ...PICTURE_OPTIONS,
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
  VOICE,
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
  ...PICTURE_OPTIONS,
] as const satisfies readonly FieldOption[];

const SPEECH = [
  VOICE,
  { name: 'character', value: 'ID', field: 'character_id', help: 'a saved character that speaks' },
  { name: 'language', value: 'TAG', field: 'language', help: 'language of the text: en-US' },
  { name: 'speed', value: 'FACTOR', field: 'speed', kind: 'number', help: 'tempo, 0.5 to 2' },
  {
    name: 'format',
    value: 'FORMAT',
    field: 'format',
    choices: SPEECH_FORMATS,
    help: 'format of the file (default: as in --out, otherwise wav)',
  },
  ...SPEECH_OPTIONS,
] as const satisfies readonly FieldOption[];

// The compiler rejects a table with a missing field.
true satisfies ImageField extends (typeof IMAGE)[number]['field'] ? true : false;
true satisfies VideoField extends (typeof VIDEO)[number]['field'] ? true : false;
true satisfies SpeechField extends (typeof SPEECH)[number]['field'] ? true : false;

export const FIELD_OPTIONS: Readonly<Record<WorkType, readonly FieldOption[]>> = {
  image: IMAGE,
  video: VIDEO,
  speech: SPEECH,
};

/** @returns the name of the option of a field; null if it has none */
export function optionOf(options: readonly Option[], field: string): string | null {
  const [name = ''] = field.split(/[.[]/);
  return options.find((one) => (one as Partial<FieldOption>).field === name)?.name ?? null;
}
