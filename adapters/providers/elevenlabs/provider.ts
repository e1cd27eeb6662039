import { findSpeechSource } from '../../../domain/catalogue/speech-sources.js';
import {
  ProviderFailure,
  type BytesAsset,
  type InstantProvider,
  type SubmitContext,
} from '../../../domain/ports/provider.js';
import type { ProviderJob } from '../../../domain/ports/provider-job.js';
import { toFields, toFieldsList, toNonEmptyText } from '../../http/json.js';
import type { BytesAnswer } from '../../http/send.js';
import { expectSpeech, findVoiceName } from '../expect-speech.js';
import { buildProviderFailure, submitOrderForBytes } from '../http.js';
import { detectSoundType } from '../../../domain/catalogue/sound-type.js';

export interface ElevenLabsSettings {
  readonly key: string;
  readonly url: string;
  /** Timeout of an order in milliseconds. */
  readonly submitDeadlineMs?: number;
}

/** Formats that every plan includes. */
const FORMATS = { wav: 'wav_24000', mp3: 'mp3_44100_128' } as const;

/** Codes of refused texts. The documentation lists none; `content_against_policy` comes with a 403. */
const BLOCKED = /against_policy|moderation|terms_of_service/;

/**
 * Creates a provider for ElevenLabs (elevenlabs.io/docs, api-reference/text-to-speech/convert).
 * docs/providers.md lists the data sent there.
 */
export const createElevenLabsProvider = (settings: ElevenLabsSettings): InstantProvider => ({
  name: 'elevenlabs',
  mode: 'instant',
  submit: (job, context) => submit(settings, job, context),
});

async function submit(
  { key, url, submitDeadlineMs }: ElevenLabsSettings,
  job: ProviderJob,
  context: SubmitContext,
): Promise<BytesAsset> {
  context.signal.throwIfAborted();
  const speech = expectSpeech(job);
  const { prompt: text, format, speed, seed, upstreamModel } = speech;
  const name = findVoiceName(speech, 'elevenlabs');
  if (!findSpeechSource({ provider: 'elevenlabs', upstreamModel }) || name === undefined) {
    throw new ProviderFailure('rejected', 'ElevenLabs has no such model or voice.');
  }
  const answer = await submitOrderForBytes(
    {
      call: { provider: 'elevenlabs', operation: 'speak' },
      method: 'POST',
      url: `${url}/v1/text-to-speech/${name}?output_format=${FORMATS[format]}`,
      headers: { 'xi-api-key': key },
      json: { text, model_id: upstreamModel, voice_settings: { speed }, seed },
      deadlineMs: submitDeadlineMs,
      signal: await context.startOrder(),
    },
    (own) => readCodes(own) !== null,
  );
  if (answer.status >= 300) throw buildFailure(answer);
  const contentType = detectSoundType(answer.bytes);
  if (contentType !== null) return { bytes: answer.bytes, contentType };
  // The order is made and charged, so it is not sent again.
  throw new ProviderFailure('rejected', 'ElevenLabs gave neither WAV nor MP3.');
}

/**
 * Reads the codes of an error: the current one, and the older `status`, which may differ. Errors of
 * fields have none.
 * @returns null if the answer is not an error of ElevenLabs
 */
function readCodes({ bytes }: BytesAnswer): readonly string[] | null {
  const { detail } = toFields(parse(bytes));
  const [entry] = toFieldsList(detail);
  const { code, status, message } = toFields(detail);
  const words = toNonEmptyText(message) ?? toNonEmptyText(entry?.['msg']) ?? toNonEmptyText(detail);
  if (words === null) return null;
  return [...new Set([code, status].flatMap((one) => toNonEmptyText(one) ?? []))];
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Converts a refused order. A message of ElevenLabs may quote the caller's text, so it is not kept.
 */
function buildFailure(answer: BytesAnswer): ProviderFailure {
  const { status, kind, retryAfterMs } = buildProviderFailure(
    { ...answer, text: '', json: null },
    '',
  );
  const codes = readCodes(answer) ?? [];
  if (kind === 'rejected' && codes.some((code) => BLOCKED.test(code))) {
    return new ProviderFailure('content_blocked', 'ElevenLabs refused the text.', status);
  }
  const words = `ElevenLabs answered ${answer.status}.`;
  return new ProviderFailure(kind, words, status, retryAfterMs, codes.join(', ') || null);
}
