import type { GenerationJob, GenerationOutcome } from '../domain/catalogue/runs.js';
import { runGeneration } from './run-generation.js';
import {
  analyse,
  complete,
  generateImage,
  generateVideo as film,
  keepVideo,
  writePrompt,
} from './steps.js';

/**
 * Makes one video: analyses the inputs, generates the first frame unless the caller provided it,
 * generates the clip, stores, finishes. As with images, the first activity claims the generation.
 */
export async function generateVideo(job: GenerationJob): Promise<GenerationOutcome> {
  const { firstFrame } = job;
  const first = firstFrame ? 'image_generation' : 'video_generation';
  return runGeneration(job, job.analyses[0] ?? first, async (stages) => {
    await analyse(job, stages);
    await writePrompt(job, stages);
    const frame = firstFrame ? await generateImage(job, stages, firstFrame, false) : null;
    if (firstFrame && frame === null) return 'cancelled';
    const clip = await film(job, stages, job.routes, frame?.assetKey ?? null);
    if (clip === null) return 'cancelled';
    await keepVideo(job, stages, clip, frame?.assetKey ?? null);
    await complete(job);
    return 'completed';
  });
}
