import { closingOf } from '../support/recorder.js';
import { startWorkers, type WorkerOptions } from '../support/workers.js';
import { failingPuts, orderSpeech } from '../workflows/pipeline.js';
import type { Recorder, Recorders } from './shapes.js';

// The recorded runs of generateSpeech.

const spoken =
  (text: string, options: (api: Parameters<Recorder>[0]) => WorkerOptions = () => ({})): Recorder =>
  async (api) => {
    const workers = await startWorkers(api.deps, options(api));
    const ordered = await orderSpeech(api, text);
    await closingOf(api.deps, ordered.id);
    await workers.stop();
    return ordered;
  };

/** The output cannot be stored twice, so a separate step stores it. */
const storedSeparately = spoken('Good morning.', ({ deps }) => {
  let left = 2;
  const fails = (key: string) => key.startsWith('outputs/') && left-- > 0;
  return { mediaDeps: { store: failingPuts(deps.store, fails) } };
});

const cancelled: Recorder = async (api) => {
  const workers = await startWorkers(api.deps, { media: false });
  const ordered = await orderSpeech(api, 'Good morning.');
  await ordered.client.call('POST', `/v1/speech/${ordered.id}/cancel`);
  await closingOf(api.deps, ordered.id);
  await workers.stop();
  return ordered;
};

export const SPEECH_RECORDERS: Recorders = {
  'speech-success': spoken('Good morning.'),
  'speech-fallback': spoken('Good morning. simulate:fallback'),
  'speech-blocked': spoken('Good morning. simulate:content_blocked'),
  'speech-storage-retried': storedSeparately,
  'speech-cancelled-while-queued': cancelled,
};
