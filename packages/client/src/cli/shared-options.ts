import type { Option } from './command.js';

/** Command line option for a field of POST /v1/images, POST /v1/videos or POST /v1/speech. */
export interface FieldOption extends Option {
  readonly field: string;
  /** Conversion of its text to a value. Default: none. */
  readonly kind?:
    | 'integer'
    | 'number'
    | 'media'
    | 'pairs'
    | 'references'
    | 'list'
    | 'true'
    | 'false';
}

export const MEDIA = 'a local file, an upload id or a URL';

/** Builds the options of any request: its metadata and its webhook. */
const buildCommon = (object: 'generation' | 'speech') =>
  [
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
      choices: [`${object}.completed`, `${object}.failed`],
      help: 'only this event; can be repeated',
    },
  ] as const satisfies readonly FieldOption[];

/** Options of images and videos. */
export const PICTURE_OPTIONS = [
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
  ...buildCommon('generation'),
] as const satisfies readonly FieldOption[];

/** The metadata and the webhook of speech. */
export const SPEECH_OPTIONS = buildCommon('speech');

export const VOICE = {
  name: 'voice',
  value: 'KEY',
  field: 'voice_key',
  choices: [
    'standard',
    'grace',
    'miles',
    'harriet',
    'edmund',
    'matilda',
    'arjun',
    'lena',
    'jonas',
    'camille',
    'lucia',
    'mateo',
    'giulia',
    'thiago',
    'haruka',
    'wei',
  ],
  help: 'the voice that speaks',
} as const satisfies FieldOption;
