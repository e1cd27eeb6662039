import { findPreset } from '../../domain/catalogue/presets.js';
import { presetCharacterCredits } from '../../domain/catalogue/price.js';
import { buyPresetCharacter } from '../../domain/subjects/buy-preset-character.js';
import { saveCharacter } from '../../domain/subjects/save-subject.js';
import { removeSubject } from '../../domain/subjects/remove-subject.js';
import { findCharacter, findCharacters } from '../../domain/subjects/find-subject.js';
import { changeCharacter } from '../../domain/subjects/change-subject.js';
import {
  CharacterSchema,
  CreateCharacterSchema,
  presentCharacter,
  UpdateCharacterSchema,
} from '../../domain/contract/character.js';
import {
  deletedSubject,
  listOf,
  PageOnly,
  presentPage,
  SubjectParams,
} from '../../domain/contract/common.js';
import { refuseInvalid } from '../../domain/contract/refusal.js';
import {
  CreatePresetSchema,
  presentPresets,
  PresetsSchema,
  readCustomization,
} from '../../domain/contract/preset.js';
import { route } from '../route.js';

export const createCharacter = route({
  id: 'createCharacter',
  method: 'POST',
  path: '/v1/characters',
  summary: 'Save a character of photos',
  description:
    'Free. You must hold the documented consent of the person in the photos. The photos are copied, upright and without EXIF and GPS; `analysis` is filled a moment later.',
  tag: 'Characters',
  scope: 'generate',
  idempotency: 'required',
  status: 201,
  body: CreateCharacterSchema,
  media: true,
  response: CharacterSchema,
  errors: ['CONTENT_BLOCKED', 'LIMIT_REACHED', 'NOT_FOUND'],
  tool: {
    name: 'create_character',
    title: 'Save a character',
    description:
      'Saves a person of 1 to 3 photos, a clear front view first, who then looks the same in every generation. Free, within the limit of the plan. Whoever asks must hold the documented consent of the person. Photos that a person has go through `open_upload_box` first.',
  },
  example: {
    name: 'Ava',
    gender: 'female',
    images: ['upl_0123456789abcdef0123456789abcdef'],
  },
  async handle({ body, caller, claim, deps }) {
    return saveCharacter(deps, { caller, claim, body });
  },
});

export const listPresets = route({
  id: 'listPresets',
  method: 'GET',
  path: '/v1/characters/presets',
  summary: 'Preset portraits: ready ones, and bases to customise',
  tag: 'Characters',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  response: PresetsSchema,
  errors: [],
  fixed: ({ env }) => presentPresets(env.publicUrl),
  async handle({ deps }) {
    return presentPresets(deps.env.publicUrl);
  },
});

export const createPresetCharacter = route({
  id: 'createPresetCharacter',
  method: 'POST',
  path: '/v1/characters/preset',
  summary: 'Save a preset character',
  description:
    'Costs 2 credits at the multiplier of 2, held while the portrait is drawn and returned when that fails. A customisable base needs `customization`; a ready portrait ignores it.',
  tag: 'Characters',
  scope: 'generate',
  idempotency: 'required',
  status: 201,
  body: CreatePresetSchema,
  response: CharacterSchema,
  errors: ['CONTENT_BLOCKED', 'LIMIT_REACHED', 'INSUFFICIENT_CREDITS', 'SPEND_CAP_REACHED'],
  example: { name: 'Ava', base_id: 'ready_ava' },
  async handle({ body, caller, claim, deps }) {
    const preset = findPreset(body.base_id);
    if (!preset)
      throw refuseInvalid([{ path: 'body.base_id', message: 'is not in the catalogue' }]);
    const read = readCustomization(preset, body.customization);
    if ('issues' in read) throw refuseInvalid(read.issues);
    return buyPresetCharacter(deps, {
      caller,
      claim,
      name: body.name,
      voiceKey: body.voice_key ?? null,
      preset,
      look: read.look,
      price: presetCharacterCredits(deps.env.apiCreditMultiplier),
    });
  },
});

export const listCharacters = route({
  id: 'listCharacters',
  method: 'GET',
  path: '/v1/characters',
  summary: 'List the characters, newest first',
  tag: 'Characters',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: PageOnly('Without it: every character, 200 at most.'),
  response: listOf('CharacterList', CharacterSchema, 'Newest first'),
  errors: [],
  tool: {
    name: 'list_characters',
    title: 'List characters',
    description:
      'The saved characters, newest first. Free. Their ids are `character_id` of `generate_image`, `generate_video` and `create_social_post`.',
  },
  async handle({ query, caller, deps }) {
    const page = await findCharacters(deps.db.manager, caller.accountId, query);
    return presentPage(page, (row) => presentCharacter(row, deps.mediaUrl));
  },
});

export const getCharacter = route({
  id: 'getCharacter',
  method: 'GET',
  path: '/v1/characters/{id}',
  summary: 'Get a character',
  tag: 'Characters',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  params: SubjectParams,
  response: CharacterSchema,
  errors: ['NOT_FOUND'],
  async handle({ params, caller, deps }) {
    const row = await findCharacter(deps.db.manager, caller.accountId, params.id);
    return presentCharacter(row, deps.mediaUrl);
  },
});

export const updateCharacter = route({
  id: 'updateCharacter',
  method: 'PATCH',
  path: '/v1/characters/{id}',
  summary: 'Rename a character or change its voice',
  tag: 'Characters',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: SubjectParams,
  body: UpdateCharacterSchema,
  response: CharacterSchema,
  errors: ['CONTENT_BLOCKED', 'NOT_FOUND'],
  example: { voice_key: null },
  async handle({ params, body, caller, claim, deps }) {
    const change = { accountId: caller.accountId, id: params.id, claim };
    return changeCharacter(deps, change, body);
  },
});

export const deleteCharacter = route({
  id: 'deleteCharacter',
  method: 'DELETE',
  path: '/v1/characters/{id}',
  summary: 'Delete a character with its photos',
  description: 'Past generations are kept. The place under the limit of the plan is free at once.',
  tag: 'Characters',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: SubjectParams,
  response: deletedSubject('DeletedCharacter', 'character'),
  errors: ['NOT_FOUND'],
  async handle({ params, caller, claim, deps }) {
    const which = { accountId: caller.accountId, id: params.id, claim };
    return removeSubject(deps, 'character', which);
  },
});
