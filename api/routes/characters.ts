import {
  CharacterSchema,
  CreateCharacterSchema,
  UpdateCharacterSchema,
} from '../../domain/contract/character.js';
import {
  buildDeletedSubjectSchema,
  buildListSchema,
  PageOnly,
  SubjectParams,
} from '../../domain/contract/common.js';
import { CreatePresetSchema, PresetsSchema } from '../../domain/contract/preset.js';
import { defineContract } from '../contract.js';

export const createCharacter = defineContract({
  id: 'createCharacter',
  method: 'POST',
  path: '/v1/characters',
  summary: 'Save a character from photos',
  description:
    'Free. You must have documented consent from the person in the photos. We store copies, rotated upright, with EXIF and GPS data removed. `analysis` is null at first and is filled in shortly afterwards.',
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
      'Saves a person from 1 to 3 photos, a clear front view first, so that their appearance stays the same in every generation. Free, within the limit of the plan. The user must have documented consent from the person. If a person has the photos, collect them with `open_upload_box` first.',
  },
  example: {
    name: 'Ava',
    gender: 'female',
    images: ['upl_0123456789abcdef0123456789abcdef'],
  },
});

export const listPresets = defineContract({
  id: 'listPresets',
  method: 'GET',
  path: '/v1/characters/presets',
  summary: 'List preset characters',
  tag: 'Characters',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  response: PresetsSchema,
  errors: [],
});

export const createPresetCharacter = defineContract({
  id: 'createPresetCharacter',
  method: 'POST',
  path: '/v1/characters/preset',
  summary: 'Save a preset character',
  description:
    'Costs 2 credits at the default `api_credit_multiplier` of 2; see `GET /v1/models`. The credits are held while the portrait is generated, and refunded if that fails. `customization` is required for customizable bases and ignored for ready-made portraits.',
  tag: 'Characters',
  scope: 'generate',
  idempotency: 'required',
  status: 201,
  body: CreatePresetSchema,
  response: CharacterSchema,
  errors: ['CONTENT_BLOCKED', 'LIMIT_REACHED', 'INSUFFICIENT_CREDITS', 'SPEND_CAP_REACHED'],
  example: { name: 'Ava', base_id: 'ready_ava' },
});

export const listCharacters = defineContract({
  id: 'listCharacters',
  method: 'GET',
  path: '/v1/characters',
  summary: 'List characters, newest first',
  tag: 'Characters',
  scope: 'read',
  idempotency: 'none',
  status: 200,
  query: PageOnly('Default: all characters, at most 200.'),
  response: buildListSchema('CharacterList', CharacterSchema, 'Newest first'),
  errors: [],
  tool: {
    name: 'list_characters',
    title: 'List characters',
    description:
      'Lists the saved characters, newest first. Free. Pass an id as `character_id` to `generate_image`, `generate_video` or `create_social_post`.',
  },
});

export const getCharacter = defineContract({
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

export const updateCharacter = defineContract({
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

export const deleteCharacter = defineContract({
  id: 'deleteCharacter',
  method: 'DELETE',
  path: '/v1/characters/{id}',
  summary: 'Delete a character and its photos',
  description:
    "Existing generations are kept. The character no longer counts toward the plan's limit.",
  tag: 'Characters',
  scope: 'generate',
  idempotency: 'required',
  status: 200,
  params: SubjectParams,
  response: buildDeletedSubjectSchema('DeletedCharacter', 'character'),
  errors: ['NOT_FOUND'],
});
