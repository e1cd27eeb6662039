import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeServer, listenLocally } from '../listen.js';
import {
  parseFields,
  SECONDS_PER_CHARACTER,
  sendReply,
  type AcceptedSpeech,
  type SpeechFake,
  type SpeechReply,
} from '../openai/speech-fake.js';
import { createFinishedWav, SOUNDS } from '../openai/speech-sounds.js';

export const KEY = 'elevenlabs-test-key';

const TEXT_MAX = 10_000;
const FIELDS =
  'text model_id language_code voice_settings seed previous_text next_text apply_text_normalization';

interface Fault {
  readonly status: number;
  readonly detail: unknown;
}

/**
 * Starts a server on loopback with the protocol of ElevenLabs' `POST /v1/text-to-speech/{voice_id}`.
 * It checks requests, and answers with a sound whose length depends on the text and the speed.
 * https://elevenlabs.io/docs/api-reference/text-to-speech/convert
 */
export async function startElevenLabsFake(): Promise<SpeechFake> {
  const replies: SpeechReply[] = [];
  const accepted: AcceptedSpeech[] = [];
  const wrong: string[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      const body = parseFields(bytes);
      const format = searchParams.get('output_format') ?? 'mp3_44100_128';
      const fault = findRequestFault(request, pathname, format) ?? findFieldFault(body);
      if (fault) {
        wrong.push(JSON.stringify(fault.detail));
        response.writeHead(fault.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ detail: fault.detail }));
        return;
      }
      const reply = replies.shift();
      const isRefused = typeof reply === 'object' && reply.status >= 400;
      if (!isRefused) accepted.push({ ...body, voice_id: pathname.split('/').at(-1), format });
      if (reply) sendReply(response, reply);
      else sendSound(response, body, format);
    });
  });
  const url = await listenLocally(server);
  return {
    url,
    next: (...more) => replies.push(...more),
    accepted: () => accepted,
    violations: () => wrong,
    stop: () => closeServer(server),
  };
}

function findRequestFault(
  { method, headers }: IncomingMessage,
  pathname: string,
  format: string,
): Fault | null {
  if (method !== 'POST' || !/^\/v1\/text-to-speech\/\w+$/.test(pathname)) {
    return { status: 404, detail: 'Not Found' };
  }
  if (headers['xi-api-key'] !== KEY) {
    return { status: 401, detail: { status: 'invalid_api_key', message: 'Invalid API key' } };
  }
  return /^(?:wav_(?:8|16|22|24|32|44)\d+|mp3_\d+_\d+)$/.test(format)
    ? null
    : { status: 400, detail: { status: 'invalid_output_format', message: 'Unknown format' } };
}

function findFieldFault(body: AcceptedSpeech): Fault | null {
  const unknown = Object.keys(body).find((name) => !FIELDS.split(' ').includes(name));
  if (unknown) return describeField(unknown, 'Extra inputs are not permitted');
  const { text, seed = 0, voice_settings: settings } = body;
  if (typeof text !== 'string' || text === '') return describeField('text', 'Field required');
  if (text.length > TEXT_MAX) return describeField('text', 'Text is too long');
  if (!Number.isInteger(seed) || Number(seed) < 0 || Number(seed) > 4_294_967_295) {
    return describeField('seed', 'Seed is out of range');
  }
  const { speed = 1 } = (settings ?? {}) as { speed?: unknown };
  return typeof speed === 'number' && speed >= 0.7 && speed <= 1.2
    ? null
    : describeField('voice_settings', 'Speed must be from 0.7 to 1.2');
}

const describeField = (name: string, msg: string): Fault => ({
  status: 422,
  detail: [{ loc: ['body', name], msg, type: 'value_error' }],
});

function sendSound(response: ServerResponse, body: AcceptedSpeech, format: string): void {
  const { text, voice_settings: settings } = body;
  const { speed = 1 } = (settings ?? {}) as { speed?: number };
  const seconds = (String(text).length * SECONDS_PER_CHARACTER) / speed;
  const isWav = format.startsWith('wav');
  response.writeHead(200, { 'content-type': isWav ? 'audio/wav' : 'audio/mpeg' });
  response.end(isWav ? createFinishedWav(seconds) : SOUNDS.mp3.create(seconds));
}
