import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeServer, listenLocally } from '../listen.js';
import { SOUNDS } from './speech-sounds.js';

/** The answer to the next request, instead of a sound. */
export type SpeechReply =
  | { readonly status: number; readonly body: string | Buffer; readonly headers?: object }
  | 'reset'
  | 'cut'
  | 'silent'
  /** A sound without end. */
  | 'endless';

/** A request that the server accepted. */
export type AcceptedSpeech = Readonly<Record<string, unknown>>;

export interface SpeechFake {
  readonly url: string;
  next(...replies: SpeechReply[]): void;
  accepted(): readonly AcceptedSpeech[];
  /** Returns the messages of the refusals by the documented rules. */
  violations(): readonly string[];
  stop(): Promise<void>;
}

/** Seconds that the server speaks for each character. */
export const SECONDS_PER_CHARACTER = 0.06;
const INPUT_MAX = 4_096;
const FIELDS = [
  'model',
  'input',
  'voice',
  'instructions',
  'response_format',
  'speed',
  'stream_format',
];
/** Voices of every model. */
const VOICES = 'alloy ash coral echo fable nova onyx sage shimmer'.split(' ');
/** Voices that `tts-1` and `tts-1-hd` do not have. */
const NEWER_VOICES = 'ballad cedar marin verse'.split(' ');

/** Voices of servers for Kokoro, whose model has this name. */
const KOKORO_VOICES =
  'af_alloy af_heart am_michael bf_emma bm_george ef_dora em_alex ff_siwis if_sara jf_alpha pm_alex zm_yunxi'.split(
    ' ',
  );

interface Fault {
  readonly status: number;
  readonly message: string;
  readonly param?: string;
  readonly code?: string;
}

/**
 * Starts a server on loopback with the protocol of OpenAI's `POST /v1/audio/speech`. It checks
 * requests and answers with a tone whose length depends on the text and the speed.
 * https://platform.openai.com/docs/api-reference/audio/createSpeech
 */
export async function startSpeechFake(key: string): Promise<SpeechFake> {
  const replies: SpeechReply[] = [];
  const accepted: AcceptedSpeech[] = [];
  const wrong: string[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const body = parseFields(bytes);
      const fault = findRequestFault(request, key) ?? findFieldFault(body);
      if (fault) {
        wrong.push(fault.message);
        sendFault(response, fault);
        return;
      }
      accepted.push(body);
      const reply = replies.shift();
      if (reply) sendReply(response, reply);
      else sendSound(response, body);
    });
  });
  const origin = await listenLocally(server);
  return {
    url: `${origin}/v1`,
    next: (...more) => replies.push(...more),
    accepted: () => accepted,
    violations: () => wrong,
    stop: () => closeServer(server),
  };
}

/** Parses a request's JSON object; empty for any other body. */
export function parseFields(bytes: Buffer): AcceptedSpeech {
  try {
    const body: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof body === 'object' && body !== null ? (body as AcceptedSpeech) : {};
  } catch {
    return {};
  }
}

function findRequestFault(request: IncomingMessage, key: string): Fault | null {
  const { method, url, headers } = request;
  if (method !== 'POST' || url !== '/v1/audio/speech') {
    return { status: 404, message: `Invalid URL (${method} ${url})` };
  }
  if (headers.authorization !== `Bearer ${key}`) {
    return { status: 401, message: 'Incorrect API key provided.', code: 'invalid_api_key' };
  }
  const type = headers['content-type'];
  return type === 'application/json'
    ? null
    : { status: 400, message: `Unsupported content type: ${type}` };
}

function listVoices(model: string): readonly string[] {
  if (model === 'kokoro') return KOKORO_VOICES;
  return /^tts-1(-hd)?$/.test(model) ? VOICES : [...VOICES, ...NEWER_VOICES];
}

function findFieldFault(body: AcceptedSpeech): Fault | null {
  const unknown = Object.keys(body).find((name) => !FIELDS.includes(name));
  if (unknown) {
    const message = `Unrecognized request argument supplied: ${unknown}`;
    return { status: 400, message, param: unknown };
  }
  for (const param of ['model', 'input', 'voice']) {
    const value = body[param];
    if (typeof value !== 'string' || value === '') {
      return { status: 400, message: `Missing required parameter: '${param}'.`, param };
    }
  }
  const voices = listVoices(String(body['model']));
  if (!voices.includes(String(body['voice']))) {
    const message = `Invalid value for 'voice'. Supported values: ${voices.join(', ')}`;
    return { status: 400, message, param: 'voice', code: 'invalid_value' };
  }
  if (String(body['input']).length > INPUT_MAX) {
    const message = `Input should have at most ${INPUT_MAX} characters`;
    return { status: 400, message, param: 'input', code: 'string_above_max_length' };
  }
  const { speed = 1, response_format: format = 'mp3' } = body;
  if (typeof speed !== 'number' || speed < 0.25 || speed > 4) {
    return { status: 400, message: 'Speed should be from 0.25 to 4', param: 'speed' };
  }
  return typeof format === 'string' && Object.hasOwn(SOUNDS, format)
    ? null
    : { status: 400, message: `Unsupported format: ${String(format)}`, param: 'response_format' };
}

function sendFault(response: ServerResponse, { status, message, param, code }: Fault): void {
  const type = 'invalid_request_error';
  const error = { message, type, param: param ?? null, code: code ?? null };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error }));
}

/** Sends a scripted answer. */
export function sendReply(response: ServerResponse, reply: SpeechReply): void {
  if (reply === 'silent') return;
  if (reply === 'reset') response.socket?.resetAndDestroy();
  else if (reply === 'cut') {
    response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': '100000' });
    response.write(SOUNDS.mp3.create(1), () => response.destroy());
  } else if (reply === 'endless') {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    const minute = SOUNDS.mp3.create(60);
    const more = () => void (response.destroyed || response.write(minute, more));
    more();
  } else {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body);
  }
}

/** Sends a sound in chunks without a length, as OpenAI does while it speaks. */
function sendSound(response: ServerResponse, body: AcceptedSpeech): void {
  const { input, speed = 1, response_format: format = 'mp3' } = body;
  const { type, create } = SOUNDS[format as keyof typeof SOUNDS];
  const seconds = (String(input).length * SECONDS_PER_CHARACTER) / Number(speed);
  response.writeHead(200, { 'content-type': type });
  const sound = create(seconds);
  response.write(sound.subarray(0, 1_000));
  response.end(sound.subarray(1_000));
}
