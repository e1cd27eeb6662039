import type { GenerationJob, GenerationOutcome } from '../domain/catalogue/runs.js';
import { runGeneration } from './run-generation.js';
import { complete, generateSpeech as speak, keepSpeech } from './steps.js';

/**
 * Speaks one text: generates, stores, finishes. As with images, the first activity claims the row.
 */
export async function generateSpeech(job: GenerationJob): Promise<GenerationOutcome> {
  return runGeneration(job, 'speech_generation', async (stages) => {
    const generated = await speak(job, stages, job.routes, true);
    if (generated === null) return 'cancelled';
    await keepSpeech(job, stages, generated);
    await complete(job);
    return 'completed';
  });
}
