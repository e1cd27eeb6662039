import { Type } from 'typebox';
import { CLONED_VOICES_MAX } from '../../domain/catalogue/cloned-voice.js';
import { buildDeletedSchema, PrefixedId } from '../../domain/contract/common.js';
import {
  CreateVoiceSchema,
  VoiceQuery,
  VoiceDetailSchema,
  VoicesSchema,
} from '../../domain/contract/voice.js';
import { defineContract } from '../contract.js';

export const createVoice = defineContract({
  id: 'createVoice',
  method: 'POST',
  path: '/v1/voices',
  summary: 'Clone a voice',
  description: `Free. You must have the consent of the person in the recording, whose words are stored with the voice. Needs a provider that clones voices: fal. The recording is sent to it with each text; fal deletes it after a day. An account can have ${CLONED_VOICES_MAX} cloned voices. Use the \`voice_key\` for characters, speech and scripts.`,
  tag: 'Characters',
  scope: 'generate',
  idempotency: 'required',
  status: 201,
  body: CreateVoiceSchema,
  media: true,
  response: VoiceDetailSchema,
  errors: ['CONTENT_BLOCKED', 'LIMIT_REACHED', 'NOT_FOUND'],
  example: {
    name: 'Maria',
    gender: 'female',
    language: 'en-GB',
    recording: 'upl_0123456789abcdef0123456789abcdef',
    consent: {
      speaker: 'Maria Example',
      statement: 'I agree that Example Ltd. clones my voice for its advertisements.',
    },
  },
});

export const listVoices = defineContract({
  id: 'listVoices',
  method: 'GET',
  path: '/v1/voices',
  summary: 'List voices, default voice first',
  description:
    'The voices that every account has, then the cloned voices, oldest first. `consent` is only in the answer for one voice.',
  tag: 'Characters',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: VoiceQuery,
  response: VoicesSchema,
  errors: [],
  tool: {
    name: 'list_voices',
    title: 'List voices',
    description:
      'Lists the voices a character can have, default voice first, by language or gender if given. Free. Pass a `voice_key` to `create_character`, `generate_speech` or `generate_video`.',
  },
});

export const getVoice = defineContract({
  id: 'getVoice',
  method: 'GET',
  path: '/v1/voices/{voice_key}',
  summary: 'Get a voice',
  tag: 'Characters',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  params: Type.Object({
    voice_key: Type.String({ maxLength: 40, description: 'Key of the voice' }),
  }),
  response: VoiceDetailSchema,
  errors: ['NOT_FOUND'],
});

export const deleteVoice = defineContract({
  id: 'deleteVoice',
  method: 'DELETE',
  path: '/v1/voices/{voice_key}',
  summary: 'Delete a cloned voice and its recording',
  description:
    'Characters with this voice get the default voice. Work that has already been accepted is still spoken with it. Voices that every account has cannot be deleted.',
  tag: 'Characters',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: Type.Object({ voice_key: PrefixedId('vce', 'Key of a cloned voice') }),
  response: buildDeletedSchema('DeletedVoice', 'voice', 'vce'),
  errors: ['NOT_FOUND'],
});
