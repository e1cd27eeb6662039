import { VOICES } from '../../domain/catalogue/voices.js';
import { presentPage } from '../../domain/contract/common.js';
import { decodeOffset, encodeOffset } from '../../domain/contract/cursor.js';
import { presentVoice } from '../../domain/contract/voice.js';
import { route } from '../route.js';
import * as contracts from '../routes/voices.js';

export const listVoices = route(contracts.listVoices, {
  fixed: () => presentPage({ rows: [...VOICES], nextCursor: null }, presentVoice),
  async handle({ query: { limit = VOICES.length, cursor } }) {
    const begin = cursor === undefined ? 0 : decodeOffset(cursor, VOICES.length);
    const rows = VOICES.slice(begin, begin + limit);
    const end = begin + rows.length;
    const nextCursor = end < VOICES.length ? encodeOffset(end) : null;
    return presentPage({ rows, nextCursor }, presentVoice);
  },
});
