import { conformance } from '../conformance/conformance.js';
import { CLIP, pictureOf } from '../jobs.js';
import { imageJob, KLING, MOTION, SEEDANCE, startFal, videoJob } from './jobs.js';

const face = await pictureOf('#e8b48c');

conformance({
  name: 'fal',
  start: startFal,
  jobs: [
    videoJob(SEEDANCE),
    videoJob(KLING, { references: [{ tag: '@hat', image: face }] }),
    videoJob(MOTION, { motion: { clip: CLIP, orientation: 'video' } }),
    imageJob(),
    imageJob({ characters: [face], scene: await pictureOf('#204060') }),
  ],
  cancel: 'stopped',
});
