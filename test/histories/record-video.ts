import { createFinishedWav } from '@media-platform/stand-ins/providers/openai/speech-sounds.js';
import { RENDERER } from '../../domain/catalogue/makers.js';
import { ProviderFailure, type DirectProvider } from '../../domain/ports/provider.js';
import type { TextProvider } from '../../domain/ports/text.js';
import { buildCustomer } from '../support/accounts.js';
import type { TestApi } from '../support/platform.js';
import { startWorkers } from '../support/workers.js';
import { orderClip, reached } from '../workflows/pipeline.js';
import type { Recorder, Recorders } from './shapes.js';
import { squareUrl } from '../support/data-url.js';
import { closingOf } from '../support/recorder.js';

// Recorders of generateVideo, and of a prompt that a text model writes.

const frame = squareUrl(64);

const SPEAKING = { script: 'Hi.', audio: undefined };

const closed = (api: TestApi, { id }: { id: string }) => closingOf(api.deps, id);

/** Records a clip from its request until it has ended. */
const clip =
  (prompt: string, body: object = {}): Recorder =>
  async (api) => {
    const workers = await startWorkers(api.deps);
    const made = await orderClip(api, prompt, body);
    await closed(api, made);
    await workers.stop();
    return made;
  };

const cancelled: Recorder = async (api) => {
  const workers = await startWorkers(api.deps, { media: false });
  const made = await orderClip(api, 'a red fox');
  await made.client.call('POST', `/v1/generations/${made.id}/cancel`);
  await closed(api, made);
  await workers.stop();
  return made;
};

const restarted: Recorder = async (api) => {
  const first = await startWorkers(api.deps, { grace: '0s' });
  const made = await orderClip(api, 'a red fox simulate:slow=2', { start_frame: frame });
  await reached(api.deps, made.id, 'processing');
  await first.stop();
  const second = await startWorkers(api.deps);
  await closed(api, made);
  await second.stop();
  return made;
};

/** Records a clip of one second with a script that a slow voice speaks in 1.2 s. */
const spokenAgain: Recorder = async (api) => {
  const local = api.deps.providers.get(RENDERER) as DirectProvider;
  const slow: DirectProvider = {
    ...local,
    async generate(job, context) {
      if (job.kind !== 'speech') return local.generate(job, context);
      return { bytes: createFinishedWav(1.2 / job.speed), contentType: 'audio/wav' };
    },
  };
  const providers = new Map([[RENDERER, slow]]);
  const workers = await startWorkers(api.deps, { mediaDeps: { providers } });
  const made = await orderClip(api, 'a woman', SPEAKING);
  await closed(api, made);
  await workers.stop();
  return made;
};

/** Records an image whose prompt the second of two text models writes. */
const written: Recorder = async (api) => {
  const workers = await startWorkers(api.deps, { mediaDeps: { textModels: TEXT_MODELS } });
  const { client } = await buildCustomer(api.deps.db, api.url);
  const body = { prompt: 'a red fox', scene_image: frame };
  const made = (await client.image(body)).body;
  await closed(api, made);
  await workers.stop();
  return made;
};

/** Two text models: one is unavailable, one responds. */
export const TEXT_MODELS: readonly TextProvider[] = [
  {
    name: 'down',
    write: () => Promise.reject(new ProviderFailure('unavailable', 'The model is down.', 503)),
  },
  { name: 'up', write: async ({ input }) => input },
];

export const RECORDERS: Recorders = {
  'video-success': clip('a red fox'),
  'video-start-frame': clip('a red fox', { start_frame: frame }),
  'video-retried': clip('a red fox simulate:provider_error=1'),
  'video-fallback': clip('a red fox simulate:fallback'),
  'video-blocked': clip('a red fox simulate:content_blocked'),
  'video-all-providers-fail': clip('a red fox simulate:provider_error'),
  'video-analysis-failed': clip('a red fox simulate:analysis_failure'),
  // Slow enough for the step to report progress, which reaches the run as a signal.
  'video-progress': clip('a red fox simulate:slow=22', { start_frame: frame }),
  'video-cancelled-while-queued': cancelled,
  'video-worker-restarted': restarted,
  // Recorded before a script could be spoken twice.
  'video-script': clip('a woman', SPEAKING),
  'video-script-again': spokenAgain,
  'prompt-written': written,
};
