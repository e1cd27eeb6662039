import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { OPENAI_VOICES } from '../../domain/catalogue/openai-voices.js';
import {
  SPEECH_MODEL_ID,
  SPEECH_SPEED_MAX,
  SPEECH_SPEED_MIN,
  SPEECH_TEXT_MAX,
} from '../../domain/catalogue/speech-model.js';
import { MEDIA_BYTES_MAX } from '../../domain/catalogue/media-types.js';
import { VISIBLE } from '../../domain/contract/patterns.js';
import { parseServiceKey } from '../../domain/contract/media.js';
import type { SpeechBody } from '../../domain/contract/speech.js';
import { accept } from './accept.js';
import { refuseFailed } from './choose-completed.js';
import { endpoint, type Answer, type Held } from './endpoint.js';
import { refuseMissing } from './errors.js';
import { Model, optional } from './image-options.js';
import { expectSpeechModel } from './models.js';
import { enterWait, waitForSpeech } from './wait-for-ends.js';

/** Body of POST /openai/v1/audio/speech. */
const SpeechOptions = Type.Object(
  {
    input: Type.String({
      minLength: 1,
      maxLength: SPEECH_TEXT_MAX,
      pattern: VISIBLE,
      description: 'The text to speak. It is moderated before you are charged.',
    }),
    model: Model(SPEECH_MODEL_ID, 'tts-1'),
    voice: optional(
      Type.Union([
        Type.String({ maxLength: 100, examples: ['alloy'] }),
        Type.Object({ id: Type.String({ maxLength: 100, description: 'The voice' }) }),
      ]),
      'A `voice_key` of `GET /v1/voices`, or a name of OpenAI such as `alloy`. Default `standard`.',
    ),
    response_format: optional(
      Type.Enum(['mp3', 'wav'], { type: 'string' }),
      'Format of the audio file. Default `mp3`.',
    ),
    speed: optional(
      Type.Number({ minimum: SPEECH_SPEED_MIN, maximum: SPEECH_SPEED_MAX }),
      'Factor of the tempo. Default 1.',
    ),
  },
  {
    $id: 'CreateSpeechRequest',
    description: 'A text to speak. Options that are not listed are accepted but ignored.',
  },
);

export const createSpeech = endpoint({
  id: 'createSpeech',
  method: 'POST',
  path: '/audio/speech',
  summary: 'Speak a text',
  description:
    'Waits until the text is spoken, and returns the audio file. The `X-Generation-Id` header contains the ID of the speech, which continues if the client disconnects.',
  tag: 'Audio',
  scopes: ['generate', 'read'],
  body: SpeechOptions,
  forms: ['json'],
  response: Type.String({ description: 'The audio file' }),
  contentTypes: ['audio/mpeg', 'audio/wav'],
  errors: ['CONTENT_BLOCKED', 'INSUFFICIENT_CREDITS', 'NOT_FOUND', 'CONFLICT'],
  example: { model: 'speech', voice: 'alloy', input: 'Good morning.' },
  handle: async (visit) => {
    const { body, ctx, deps, caller, edge, gone } = visit;
    expectSpeechModel(body.model);
    const voice = typeof body.voice === 'string' ? body.voice : body.voice?.id;
    const raw = {
      text: body.input,
      format: body.response_format ?? 'mp3',
      ...(voice !== undefined && { voice_key: OPENAI_VOICES.get(voice) ?? voice }),
      ...(body.speed && { speed: body.speed }),
    };
    enterWait(visit);
    const [id = ''] = await accept('speech', visit, { raw });
    const held = { ctx, deps, caller, edge, gone };
    return async () => sendFile(await waitForSpeech(id, held), held);
  },
});

/** @throws {Refusal} if the speech failed, or its file was deleted */
async function sendFile(speech: SpeechBody, { deps }: Held): Promise<Answer> {
  const { result } = speech;
  if (!result) throw refuseFailed(speech);
  const key = parseServiceKey(result.url, deps.mediaBase);
  const bytes = key && (await deps.store.get(key, MEDIA_BYTES_MAX.audio));
  if (!bytes) throw refuseMissing();
  return { stream: Readable.from(bytes), type: result.content_type };
}
