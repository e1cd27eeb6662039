import { VOICES, type Voice } from '../../domain/catalogue/voices.js';
import { presentPage } from '../../domain/contract/common.js';
import { decodeOffset, encodeOffset } from '../../domain/contract/cursor.js';
import { findVoices, presentVoice } from '../../domain/contract/voice.js';
import { route } from '../route.js';
import * as contracts from '../routes/voices.js';

export const listVoices = route(contracts.listVoices, {
  fixed: ({ env }) => present([...VOICES], null, env.publicUrl),
  async handle({ query: { limit = VOICES.length, cursor, ...filters }, deps }) {
    const found = findVoices(filters);
    const begin = cursor === undefined ? 0 : decodeOffset(cursor, found.length);
    const rows = found.slice(begin, begin + limit);
    const end = begin + rows.length;
    const nextCursor = end < found.length ? encodeOffset(end) : null;
    return present(rows, nextCursor, deps.env.publicUrl);
  },
});

const present = (rows: Voice[], nextCursor: string | null, publicUrl: string) =>
  presentPage({ rows, nextCursor }, (voice) => presentVoice(voice, publicUrl));
