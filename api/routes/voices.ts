import { PageOnly } from '../../domain/contract/common.js';
import { VoicesSchema } from '../../domain/contract/voice.js';
import { contract } from '../contract.js';

export const listVoices = contract({
  id: 'listVoices',
  method: 'GET',
  path: '/v1/voices',
  summary: 'Voices that a character may have, the standard one first',
  tag: 'Characters',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: PageOnly('Without it: every voice.'),
  response: VoicesSchema,
  errors: [],
  tool: {
    name: 'list_voices',
    title: 'List voices',
    description:
      'The voices that a character may have, the standard one first. Free. A `voice_key` goes into `create_character`.',
  },
});
