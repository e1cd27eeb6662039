import type { GenerationJob, GenerationOutcome } from '../domain/catalogue/runs.js';
import { runGeneration } from './run-generation.js';
import {
  analyse,
  complete,
  generateImage,
  generateVideo as film,
  keepVideo,
  speakScript,
  syncLips,
  writePrompt,
} from './steps.js';

/**
 * Makes one video: analyses the inputs, speaks the script if there is one, generates the first
 * frame unless the caller provided it, generates the clip, moves the lips if the model of the clip
 * cannot, stores, finishes. Each paid part is kept, so a failed step repeats alone. As with images,
 * the first activity claims the generation.
 */
export async function generateVideo(job: GenerationJob): Promise<GenerationOutcome> {
  const { firstFrame } = job;
  const frameOrClip = firstFrame ? 'image_generation' : 'video_generation';
  const first = job.speech ? 'speech_generation' : frameOrClip;
  return runGeneration(job, job.analyses[0] ?? first, async (stages) => {
    await analyse(job, stages);
    await writePrompt(job, stages);
    const speech = job.speech ? await speakScript(job, stages, job.speech) : null;
    if (job.speech && speech === null) return 'cancelled';
    const frame = firstFrame ? await generateImage(job, stages, firstFrame, false) : null;
    if (firstFrame && frame === null) return 'cancelled';
    const parts = { frame: frame?.assetKey ?? null, ...(speech && { speech: speech.assetKey }) };
    const clip = await film(job, stages, parts);
    if (clip === null) return 'cancelled';
    const lips = speech && job.lipSync;
    const spoken = lips ? await syncLips(job, stages, lips, clip, speech) : clip;
    if (spoken === null) return 'cancelled';
    await keepVideo(job, stages, spoken, lips ? { ...parts, silent: clip.assetKey } : parts);
    await complete(job);
    return 'completed';
  });
}
