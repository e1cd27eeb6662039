import type { GenerationJob, GenerationOutcome } from '../domain/catalogue/runs.js';
import { runGeneration } from './run-generation.js';
import { analyse, complete, generateImage as generate, keepImage, writePrompt } from './steps.js';

/**
 * Makes one image: analyses the inputs, generates, stores, finishes. The first activity claims the
 * generation; until a media worker takes that activity, the generation is queued and can be
 * cancelled.
 */
export async function generateImage(job: GenerationJob): Promise<GenerationOutcome> {
  return runGeneration(job, job.analyses[0] ?? 'image_generation', async (stages) => {
    await analyse(job, stages);
    await writePrompt(job, stages);
    const generated = await generate(job, stages, job.routes, true);
    if (generated === null) return 'cancelled';
    await keepImage(job, stages, generated);
    await complete(job);
    return 'completed';
  });
}
