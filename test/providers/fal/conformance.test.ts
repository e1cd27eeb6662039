import { conformance } from '../conformance/conformance.js';
import { CLIP, pictureOf, speechJob } from '../jobs.js';
import {
  imageJob,
  KLING,
  KOKORO,
  lipSyncJob,
  MINIMAX,
  MOTION,
  SEEDANCE,
  startFal,
  videoJob,
} from './jobs.js';

const face = await pictureOf('#e8b48c');

conformance({
  name: 'fal',
  start: startFal,
  jobs: [
    videoJob(SEEDANCE),
    videoJob(KLING, { references: [{ tag: '@hat', image: face }] }),
    videoJob(MOTION, { motion: { clip: CLIP, orientation: 'video' } }),
    imageJob(),
    speechJob(KOKORO),
    speechJob(MINIMAX, { format: 'mp3' }),
    lipSyncJob(),
    imageJob({ characters: [face], scene: await pictureOf('#204060') }),
  ],
  cancel: 'stopped',
});
