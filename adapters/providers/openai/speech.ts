import { ProviderFailure } from '../../../domain/ports/provider.js';
import type { BytesAnswer, VendorAnswer } from '../../http/send.js';
import { buildEndpointFailure, isRefusal, postForBytes, type Endpoint } from './endpoint.js';

/** A text to speak. */
export interface SpeechOrder {
  /** At most `SPEECH_TEXT_MAX` characters. */
  readonly text: string;
  /** The vendor's name of the voice, such as `alloy`. */
  readonly voice: string;
  readonly format: SpeechFormat;
  /** Factor of the tempo, from 0.25 to 4; null for servers without this field. */
  readonly speed: number | null;
  readonly deadlineMs: number;
}

/** Spoken text. */
export interface SpeechFile {
  readonly bytes: Buffer;
  /** Detected from the bytes: servers declare `application/octet-stream` or the wrong type. */
  readonly contentType: 'audio/mpeg' | 'audio/wav';
}

export type SpeechFormat = 'mp3' | 'wav';

/** Maximum length of a text in OpenAI's API. */
export const SPEECH_TEXT_MAX = 4_096;

/**
 * Lets the model speak a text, with the protocol of OpenAI's `POST /audio/speech`. Does not retry.
 * @throws {ProviderFailure} `rejected` without a request for a text that is empty or too long;
 * `unavailable` for a file that is larger than 64 MB or neither MP3 nor WAV; otherwise by the status
 * @throws the signal's abort reason
 */
export async function askForSpeech(
  endpoint: Endpoint,
  { text, voice, format, speed, deadlineMs }: SpeechOrder,
  signal: AbortSignal,
): Promise<SpeechFile> {
  if (text.trim() === '' || text.length > SPEECH_TEXT_MAX) {
    const rule = `The text must have 1 to ${SPEECH_TEXT_MAX} characters.`;
    throw new ProviderFailure('rejected', rule, 400);
  }
  const answer = await postForBytes(endpoint, '/audio/speech', {
    json: {
      model: endpoint.model,
      input: text,
      voice,
      response_format: format,
      ...(speed !== null && { speed }),
    },
    deadlineMs,
    signal,
  });
  const contentType = answer.status === 200 ? detectType(answer.bytes) : null;
  if (contentType !== null) return { bytes: answer.bytes, contentType };
  const fault = readText(answer);
  if (isRefusal(fault)) throw buildEndpointFailure(fault);
  throw new ProviderFailure('unavailable', 'The model gave no speech.');
}

function detectType(bytes: Buffer): SpeechFile['contentType'] | null {
  const head = bytes.toString('latin1', 0, 12);
  if (/^RIFF[^]{4}WAVE/.test(head)) return 'audio/wav';
  // An ID3 tag, or a frame of layer 3: eleven set bits, any version, layer bits 01.
  const isFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2;
  return head.startsWith('ID3') || isFrame ? 'audio/mpeg' : null;
}

function readText({ bytes, ...answer }: BytesAnswer): VendorAnswer {
  const text = bytes.toString('utf8');
  try {
    return { ...answer, text, json: JSON.parse(text) };
  } catch {
    return { ...answer, text, json: undefined };
  }
}
