import { findPreset } from '../../domain/catalogue/presets.js';
import { computePresetCredits } from '../../domain/catalogue/price.js';
import { buyPresetCharacter } from '../../domain/subjects/buy-preset-character.js';
import { saveCharacter } from '../../domain/subjects/save-subject.js';
import { removeSubject } from '../../domain/subjects/remove-subject.js';
import { findCharacter, findCharacters } from '../../domain/subjects/find-subject.js';
import { changeCharacter } from '../../domain/subjects/change-subject.js';
import { presentCharacter } from '../../domain/contract/character.js';
import { presentPage } from '../../domain/contract/common.js';
import { refuseInvalid } from '../../domain/contract/refusal.js';
import { presentPresets, readCustomization } from '../../domain/contract/preset.js';
import { route } from '../route.js';
import * as contracts from '../routes/characters.js';

export const createCharacter = route(contracts.createCharacter, {
  async handle({ body, caller, claim, deps }) {
    return saveCharacter(deps, { caller, claim, body });
  },
});

export const listPresets = route(contracts.listPresets, {
  fixed: ({ env }) => presentPresets(env.publicUrl),
  async handle({ deps }) {
    return presentPresets(deps.env.publicUrl);
  },
});

export const createPresetCharacter = route(contracts.createPresetCharacter, {
  async handle({ body, caller, claim, deps }) {
    const preset = findPreset(body.base_id);
    if (!preset)
      throw refuseInvalid([
        { path: 'body.base_id', message: 'is not a known preset; see GET /v1/characters/presets' },
      ]);
    const read = readCustomization(preset, body.customization);
    if ('issues' in read) throw refuseInvalid(read.issues);
    return buyPresetCharacter(deps, {
      caller,
      claim,
      name: body.name,
      voiceKey: body.voice_key ?? null,
      preset,
      look: read.look,
      price: computePresetCredits(deps.env.apiCreditMultiplier),
    });
  },
});

export const listCharacters = route(contracts.listCharacters, {
  async handle({ query, caller, deps }) {
    const page = await findCharacters(deps.db.manager, caller.accountId, query);
    return presentPage(page, (row) => presentCharacter(row, deps.mediaUrl));
  },
});

export const getCharacter = route(contracts.getCharacter, {
  async handle({ params, caller, deps }) {
    const row = await findCharacter(deps.db.manager, caller.accountId, params.id);
    return presentCharacter(row, deps.mediaUrl);
  },
});

export const updateCharacter = route(contracts.updateCharacter, {
  async handle({ params, body, caller, claim, deps }) {
    const change = { accountId: caller.accountId, id: params.id, claim };
    return changeCharacter(deps, change, body);
  },
});

export const deleteCharacter = route(contracts.deleteCharacter, {
  async handle({ params, caller, claim, deps }) {
    const which = { accountId: caller.accountId, id: params.id, claim };
    return removeSubject(deps, 'character', which);
  },
});
