import { VIDEO_MODELS } from '../../../domain/catalogue/video-models.js';
import { conformance } from '../conformance/conformance.js';
import { startRouter, videoJob } from './jobs.js';

/**
 * One job for every model that the catalogue routes to OpenRouter, with the defaults that the route
 * supports.
 */
const jobs = VIDEO_MODELS.flatMap(({ defaults, sources }) =>
  sources
    .filter(({ provider }) => provider === 'openrouter')
    .map(({ upstreamModel, durations, resolutions }) => {
      const either = (wanted: string, offered: readonly string[] = [wanted]) =>
        offered.includes(wanted) ? wanted : (offered[0] ?? wanted);
      return videoJob(upstreamModel, {
        seconds: Number(either(defaults.duration ?? '5', durations)),
        resolution: either(defaults.resolution, resolutions),
        aspectRatio: defaults.aspectRatio,
      });
    }),
);

conformance({ name: 'openrouter', start: startRouter, jobs, cancel: 'unsupported' });
