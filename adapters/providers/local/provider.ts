import { RENDERER } from '../../../domain/catalogue/makers.js';
import { parseDirectives } from '../../../domain/catalogue/simulate.js';
import {
  ProviderFailure,
  type Asset,
  type CallContext,
  type DirectProvider,
} from '../../../domain/ports/provider.js';
import type { ImageJob, ProviderJob, SpeechJob } from '../../../domain/ports/provider-job.js';
import { renderClip, renderPicture, renderSpeech, findUnknownThing } from '@media-platform/studio';
import { simulateDelay, simulateFailure } from './simulate.js';
import { runInStudio } from './studio-failure.js';

const PROGRESS_MS = 500;

/**
 * Creates the built-in renderer, which needs no key. It renders an illustration or a clip on this
 * machine from the prompt's words and all given images, and obeys the directives in
 * domain/catalogue/simulate. The same request with the same seed gives the same image, regardless
 * of the generation id.
 */
export function createLocalProvider(): DirectProvider {
  return { name: RENDERER, mode: 'direct', generate };
}

/**
 * @throws {ProviderFailure} when a directive requests a failure, or an input is not an image
 * @throws the signal's abort reason
 */
async function generate(job: ProviderJob, context: CallContext): Promise<Asset> {
  context.signal.throwIfAborted();
  const { prompt, directives } = parseDirectives(job.prompt);
  await simulateDelay(directives.slowSeconds, context);
  const failure = simulateFailure(directives, job);
  if (failure !== null) throw failure;
  if (job.kind === 'image') return drawPicture({ ...job, prompt }, context);
  if (job.kind === 'speech') return speak({ ...job, prompt }, context);
  if (job.kind === 'lip_sync') throw new ProviderFailure('rejected', 'The renderer moves no lips.');
  const bytes = await runInStudio(() => renderClip({ ...job, prompt }, context));
  return { bytes, contentType: 'video/mp4' };
}

async function speak(
  { prompt: text, voice, language, speed, format }: SpeechJob,
  { signal }: CallContext,
): Promise<Asset> {
  if (!('voice_key' in voice)) {
    throw new ProviderFailure('rejected', 'The renderer clones no voices.');
  }
  const { voice_key: key, gender } = voice;
  const request = { text, voice: { key, gender, language }, speed, format };
  const { bytes, contentType } = await runInStudio(() => renderSpeech(request, { signal }));
  return { bytes, contentType };
}

async function drawPicture(job: ImageJob, context: CallContext): Promise<Asset> {
  // Rendering takes up to two seconds, more on a busy machine, and the heartbeat must not stop
  // meanwhile.
  const progress = setInterval(() => context.onProgress(0.5), PROGRESS_MS);
  try {
    const bytes = await runInStudio(() => renderPicture(job));
    context.signal.throwIfAborted();
    context.onProgress(1);
    return { bytes, contentType: 'image/png', notes: describeOmissions(job) };
  } finally {
    clearInterval(progress);
  }
}

const ADVICE =
  'It draws a short list of things only; configure a provider (docs/providers.md) for real pictures.';

/**
 * Describes, for the caller, requested content that the image lacks; empty if nothing is missing.
 */
function describeOmissions(job: Pick<ImageJob, 'prompt' | 'inputs'>): string[] {
  const unknown = findUnknownThing(job);
  if (unknown === null) return [];
  const instead = unknown.replaced ? 'drew a stand-in' : 'left it out';
  return [`The built-in renderer does not know "${unknown.name}" and ${instead}. ${ADVICE}`];
}
