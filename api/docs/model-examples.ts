import type { VideoModel } from '../../domain/catalogue/video-model.js';
import { writeCodeSamples } from '../openapi/code-samples.js';
import type { DocumentedRoute } from '../openapi/documented-route.js';

const FENCES = { curl: 'sh', TypeScript: 'ts', Python: 'python' } as const;

const EXAMPLE_UPLOADS = [
  'upl_0123456789abcdef0123456789abcdef',
  'upl_fedcba9876543210fedcba9876543210',
];

/** Builds a small valid request for a model. */
export function buildVideoExample({
  id,
  requiresMotionVideo,
  durations,
  resolutions,
  defaults,
}: VideoModel) {
  const resolution = resolutions[0] ?? defaults.resolution;
  if (requiresMotionVideo) {
    const [start_frame, motion_video] = EXAMPLE_UPLOADS;
    return { model: id, start_frame, motion_video, resolution };
  }
  const prompt = 'a red fox runs through snow, slow pan to the right';
  return { model: id, prompt, duration: durations[0], resolution };
}

/** Writes a request in each language, as Markdown. */
export function writeExample(route: DocumentedRoute, example: object, publicUrl: string): string {
  const samples = writeCodeSamples({ ...route, example }, publicUrl);
  return samples.map(({ lang, source }) => `\`\`\`${FENCES[lang]}\n${source}\n\`\`\``).join('\n\n');
}
