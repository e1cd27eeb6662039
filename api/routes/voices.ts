import { presentVoices, VoicesSchema } from '../../domain/contract/voice.js';
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
  response: VoicesSchema,
  errors: [],
  async handle() {
    return { body: presentVoices() };
  },
});
