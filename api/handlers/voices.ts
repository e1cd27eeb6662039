import { CLONED_VOICES_MAX } from '../../domain/catalogue/cloned-voice.js';
import { VOICES } from '../../domain/catalogue/voices.js';
import { presentPage } from '../../domain/contract/common.js';
import { decodeOffset, encodeOffset } from '../../domain/contract/cursor.js';
import { refuseUnknown } from '../../domain/contract/refusal.js';
import {
  filterVoices,
  presentVoice,
  presentVoiceDetail,
  type SampleLinks,
} from '../../domain/contract/voice.js';
import { createSourceFilter } from '../../domain/generations/priced-request.js';
import { checkVoiceRules } from '../../domain/voices/check-voice-rules.js';
import { createVoice as create } from '../../domain/voices/create-voice.js';
import { findClonedVoices, findVoiceByKey } from '../../domain/voices/find-voices.js';
import { removeVoice } from '../../domain/voices/remove-voice.js';
import type { Deps } from '../../runtime/deps.js';
import { route } from '../route.js';
import * as contracts from '../routes/voices.js';

const linksOf = ({ mediaUrl, env: { publicUrl } }: Deps): SampleLinks => ({ mediaUrl, publicUrl });

export const createVoice = route(contracts.createVoice, {
  rules: (body, deps) => checkVoiceRules(body, createSourceFilter(deps)),
  handle: ({ body, caller, claim, deps }) =>
    create({ ...deps, links: linksOf(deps) }, { caller, claim, body }),
});

export const listVoices = route(contracts.listVoices, {
  async handle({ query: { limit, cursor, ...filters }, caller, deps }) {
    const cloned = await findClonedVoices(deps.db.manager, caller.accountId);
    const found = filterVoices([...VOICES, ...cloned], filters);
    // A voice may have been deleted since the first page, so the place may be at the end.
    const max = VOICES.length + CLONED_VOICES_MAX;
    const begin = cursor === undefined ? 0 : decodeOffset(cursor, max);
    const rows = found.slice(begin, begin + (limit ?? found.length));
    const end = begin + rows.length;
    const nextCursor = end < found.length ? encodeOffset(end) : null;
    const links = linksOf(deps);
    return presentPage({ rows, nextCursor }, (voice) => presentVoice(voice, links));
  },
});

export const getVoice = route(contracts.getVoice, {
  async handle({ params: { voice_key: key }, caller, deps }) {
    const voice = await findVoiceByKey(deps.db.manager, caller.accountId, key);
    if (!voice) throw refuseUnknown('voice', key);
    return presentVoiceDetail(voice, linksOf(deps));
  },
});

export const deleteVoice = route(contracts.deleteVoice, {
  handle: ({ params: { voice_key: id }, caller, claim, deps }) =>
    removeVoice({ ...deps, links: linksOf(deps) }, { caller, claim, id }),
});
