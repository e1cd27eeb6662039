import { VoiceQuery, VoicesSchema } from '../../domain/contract/voice.js';
import { defineContract } from '../contract.js';

export const listVoices = defineContract({
  id: 'listVoices',
  method: 'GET',
  path: '/v1/voices',
  summary: 'List character voices, default voice first',
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
      'Lists the voices a character can have, default voice first, by language or gender if given. Free. Pass a `voice_key` to `create_character`.',
  },
});
