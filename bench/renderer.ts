import { restrictSharp } from '../adapters/media/limit-sharp.js';
import { measureClips } from './renderer/clips.js';
import { measurePictures } from './renderer/pictures.js';
import type { Measure } from './suite/figure.js';

/** Measures the CPU time of the keyless renderer's images and clips, compared to their encoders. */
export const measure: Measure = async ({ quick }) => {
  restrictSharp();
  const parts = [await measurePictures(quick ? 1 : 3), await measureClips(quick ? 1 : 3)];
  return {
    figures: parts.flatMap(({ figures }) => figures),
    tables: parts.flatMap(({ tables }) => tables ?? []),
    notes: parts.flatMap(({ notes }) => notes ?? []),
  };
};
