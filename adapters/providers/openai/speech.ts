import type { SpeechFormat } from '../../../domain/catalogue/speech-model.js';
import { findSpeechSource, type ServerVoices } from '../../../domain/catalogue/speech-sources.js';
import {
  ProviderFailure,
  type BytesAsset,
  type InstantProvider,
} from '../../../domain/ports/provider.js';
import type { BytesAnswer, VendorAnswer } from '../../http/send.js';
import { expectSpeech, findVoiceName } from '../expect-speech.js';
import { detectSoundType } from '../../../domain/catalogue/sound-type.js';
import { buildEndpointFailure, isRefusal, orderForBytes, type Endpoint } from './endpoint.js';

/** A text to speak. */
export interface SpeechOrder {
  readonly text: string;
  /** The vendor's name of the voice, such as `alloy`. */
  readonly voice: string;
  readonly format: SpeechFormat;
  /** Factor of the tempo, from 0.25 to 4; null for the usual tempo, as some servers lack the field. */
  readonly speed: number | null;
  readonly deadlineMs?: number | undefined;
}

export interface SpeechEndpoint extends Endpoint {
  /** The names of voices that the server knows. */
  readonly voices: ServerVoices;
}

/**
 * Creates a provider that speaks with a server that has OpenAI's `POST /audio/speech`: OpenAI,
 * LocalAI, Kokoro servers. docs/providers.md lists the data sent there.
 * @param submitDeadlineMs timeout of an order in milliseconds
 */
export function createOpenAiSpeech(
  endpoint: SpeechEndpoint,
  submitDeadlineMs?: number,
): InstantProvider {
  const { voices } = endpoint;
  return {
    name: 'openai',
    mode: 'instant',
    serves: (model) =>
      findSpeechSource({ provider: 'openai', upstreamModel: model })?.voices === voices,
    async submit(job, context) {
      context.signal.throwIfAborted();
      const speech = expectSpeech(job);
      const { prompt: text, format, speed } = speech;
      const name = findVoiceName(speech, voices);
      if (name === undefined)
        throw new ProviderFailure('rejected', 'The server has no such voice.');
      const order: SpeechOrder = {
        text,
        voice: name,
        format,
        speed: speed === 1 ? null : speed,
        deadlineMs: submitDeadlineMs,
      };
      return askForSpeech(endpoint, order, () => context.startOrder());
    },
  };
}

/**
 * Lets the model speak a text, with the protocol of OpenAI's `POST /audio/speech`. Does not retry.
 * @param startOrder called right before the request; returns the signal for it
 * @throws {ProviderFailure} `rejected` for a file that is neither MP3 nor WAV; otherwise by the status
 * @throws {SubmitUncertain} if the response was lost, or is larger than 64 MB
 */
export async function askForSpeech(
  endpoint: Endpoint,
  { text, voice, format, speed, deadlineMs }: SpeechOrder,
  startOrder: () => Promise<AbortSignal>,
): Promise<BytesAsset> {
  const json = {
    model: endpoint.model,
    input: text,
    voice,
    response_format: format,
    ...(speed !== null && { speed }),
  };
  const isOwn = (own: BytesAnswer) => readText(own).json !== undefined;
  const call = { json, deadlineMs, signal: await startOrder() };
  const answer = await orderForBytes(endpoint, '/audio/speech', call, isOwn);
  const contentType = answer.status === 200 ? detectSoundType(answer.bytes) : null;
  if (contentType !== null) return { bytes: answer.bytes, contentType };
  const fault = readText(answer);
  if (isRefusal(fault)) throw buildEndpointFailure(fault);
  // The order is made and may be charged, so it is not sent again.
  throw new ProviderFailure('rejected', 'The model gave neither WAV nor MP3.');
}

function readText({ bytes, ...answer }: BytesAnswer): VendorAnswer {
  const text = bytes.toString('utf8');
  try {
    return { ...answer, text, json: JSON.parse(text) };
  } catch {
    return { ...answer, text, json: undefined };
  }
}
