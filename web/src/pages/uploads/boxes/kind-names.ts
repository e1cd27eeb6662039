import type { Upload } from '../../../api/contract';

/** The name of one file of each kind. */
export const KIND_NAMES: Readonly<Record<Upload['kind'], string>> = {
  image: 'Image',
  video: 'Video',
  audio: 'Audio',
};
