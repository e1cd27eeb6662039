import {
  CharacterSchema,
  CreateCharacterSchema,
  UpdateCharacterSchema,
} from '../../domain/contract/character.js';
import { deletedSubject, listOf, PageOnly, SubjectParams } from '../../domain/contract/common.js';
import { CreatePresetSchema, PresetsSchema } from '../../domain/contract/preset.js';
import { contract } from '../contract.js';

export const createCharacter = contract({
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
});

export const listPresets = contract({
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
});

export const createPresetCharacter = contract({
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
});

export const listCharacters = contract({
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
});

export const getCharacter = contract({
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
});

export const updateCharacter = contract({
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
});

export const deleteCharacter = contract({
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
});
