import { VOICES } from '../../domain/catalogue/voices.js';
import { PageOnly, presentPage } from '../../domain/contract/common.js';
import { decodePlace, encodePlace } from '../../domain/contract/cursor.js';
import { presentVoice, VoicesSchema } from '../../domain/contract/voice.js';
import { route } from '../route.js';

export const listVoices = route({
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
  fixed: () => presentPage({ rows: [...VOICES], nextCursor: null }, presentVoice),
  async handle({ query: { limit = VOICES.length, cursor } }) {
    const begin = cursor === undefined ? 0 : decodePlace(cursor, VOICES.length);
    const rows = VOICES.slice(begin, begin + limit);
    const end = begin + rows.length;
    const nextCursor = end < VOICES.length ? encodePlace(end) : null;
    return presentPage({ rows, nextCursor }, presentVoice);
  },
});
