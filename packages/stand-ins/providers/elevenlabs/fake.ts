import { createServer, type ServerResponse } from 'node:http';
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
import { findFault } from './checks.js';
import { REQUEST_ID, writeFault } from './faults.js';

export { KEY } from './checks.js';
export { ELEVENLABS_REPLIES } from './faults.js';

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
      const url = new URL(request.url ?? '', 'http://localhost');
      const body = parseFields(bytes);
      const fault = findFault(request, url, body);
      if (fault) {
        wrong.push(JSON.stringify(fault.detail));
        sendReply(response, writeFault(fault));
        return;
      }
      const format = url.searchParams.get('output_format') ?? 'mp3_44100_128';
      const reply = replies.shift();
      const isRefused = typeof reply === 'object' && reply.status >= 400;
      if (!isRefused) accepted.push({ ...body, voice_id: url.pathname.split('/').at(-1), format });
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

function sendSound(response: ServerResponse, body: AcceptedSpeech, format: string): void {
  const { text, voice_settings: settings } = body;
  const { speed = 1 } = (settings ?? {}) as { speed?: number };
  const characters = String(text).length;
  const seconds = (characters * SECONDS_PER_CHARACTER) / speed;
  const isWav = format.startsWith('wav');
  response.writeHead(200, {
    'content-type': isWav ? 'audio/wav' : 'audio/mpeg',
    'character-cost': String(characters),
    'x-request-id': REQUEST_ID,
  });
  response.end(isWav ? createFinishedWav(seconds) : SOUNDS.mp3.create(seconds));
}
