import type { Option } from './command.js';
import type { WorkType } from './field-options.js';
import { PICTURE_OPTION } from './save.js';

export const COUNT_MAX = 4;

const PICTURE_OPTIONS: readonly Option[] = [
  { name: 'count', value: 'N', help: `number of results, 1 to ${COUNT_MAX}; each is charged` },
  PICTURE_OPTION,
];

/** The command of each type of work. To add one, add a row. */
export const WORK_TYPES = {
  image: {
    endpoint: 'POST /v1/images',
    input: 'prompt',
    sample: 'a red fox in snow',
    help: 'Generates an image, waits for it and saves it.',
    options: PICTURE_OPTIONS,
  },
  video: {
    endpoint: 'POST /v1/videos',
    input: 'prompt',
    sample: 'a red fox in snow',
    help: 'Generates a clip, waits for it and saves it.',
    options: PICTURE_OPTIONS,
  },
  speech: {
    endpoint: 'POST /v1/speech',
    input: 'text',
    sample: 'Good morning.',
    help: 'Speaks a text, waits for the audio file and saves it.',
    options: [],
  },
} as const satisfies Record<WorkType, object>;
