import { createKieProvider } from '../../../adapters/providers/kie/provider.js';
import { VIDEO_MODELS } from '../../../domain/catalogue/video-models.js';
import { conformance } from '../conformance/conformance.js';
import { PATIENT_MS } from '../conformance/subject.js';
import { KEY, startKieFake } from '@media-platform/stand-ins/providers/kie/fake.js';
import { CLIP } from '../jobs.js';
import { FRAME, imageJob, videoJob } from './jobs.js';

/** One job with default options for every model that the catalogue routes to Kie. */
const videos = VIDEO_MODELS.flatMap(({ defaults, requiresMotionVideo, sources }) =>
  sources
    .filter(({ provider }) => provider === 'kie')
    .map(({ upstreamModel, durations }) => {
      const wanted = defaults.duration ?? '5';
      return videoJob(upstreamModel, {
        seconds: Number(durations?.includes(wanted) === false ? durations[0] : wanted),
        resolution: defaults.resolution,
        aspectRatio: defaults.aspectRatio,
        motion: requiresMotionVideo ? { clip: CLIP, orientation: 'video' } : null,
      });
    }),
);

const pictures = imageJob({
  inputs: {
    scene: FRAME,
    characters: [FRAME],
    products: [FRAME],
    references: [{ tag: '@cat', image: FRAME }],
  },
});

conformance({
  name: 'kie',
  jobs: [imageJob(), pictures, ...videos],
  cancel: 'unsupported',
  async start(submitDeadlineMs = PATIENT_MS) {
    const fake = await startKieFake();
    const provider = createKieProvider({
      key: KEY,
      url: fake.url,
      uploadUrl: fake.url,
      submitDeadlineMs,
      unknownTaskGraceMs: 0,
    });
    return { provider, fake };
  },
});
