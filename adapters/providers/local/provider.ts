import { RENDERER } from '../../../domain/catalogue/makers.js';
import { parseDirectives } from '../../../domain/catalogue/simulate.js';
import type {
  Asset,
  CallContext,
  DirectProvider,
  ImageJob,
  ProviderJob,
} from '../../../domain/ports/provider.js';
import { notesOf } from './notes.js';
import { renderClip, renderPicture } from '../../../studio/index.js';
import { simulatedDelay, simulatedFailure } from './simulate.js';
import { inStudio } from './studio-failure.js';

const PROGRESS_MS = 500;

/**
 * The keyless renderer: draws an illustration from the words of the prompt and all given pictures,
 * or films one, on this machine, and obeys the test cards of domain/catalogue/simulate. The same
 * request with the same seed gives the same picture; the generation id plays no part.
 */
export function createLocalProvider(): DirectProvider {
  return { name: RENDERER, mode: 'direct', generate };
}

/**
 * @throws {ProviderFailure} when a directive asks for it, or an input is no picture
 * @throws the abort reason of the signal
 */
async function generate(job: ProviderJob, context: CallContext): Promise<Asset> {
  context.signal.throwIfAborted();
  const { prompt, directives } = parseDirectives(job.prompt);
  await simulatedDelay(directives.slowSeconds, context);
  const failure = simulatedFailure(directives, job);
  if (failure !== null) throw failure;
  if (job.kind === 'image') return picture({ ...job, prompt }, context);
  const bytes = await inStudio(() => renderClip({ ...job, prompt }, context));
  return { bytes, contentType: 'video/mp4' };
}

async function picture(job: ImageJob, context: CallContext): Promise<Asset> {
  // A picture takes up to two seconds, more on a busy machine: nobody must think that we are gone.
  const progress = setInterval(() => context.onProgress(0.5), PROGRESS_MS);
  try {
    const bytes = await inStudio(() => renderPicture(job));
    context.signal.throwIfAborted();
    context.onProgress(1);
    return { bytes, contentType: 'image/png', notes: notesOf(job) };
  } finally {
    clearInterval(progress);
  }
}
