import { Type, type Static } from 'typebox';
import { Gender, VoiceKey as VoiceName } from './choices.js';
import {
  withDescription,
  buildNamedChoice,
  buildNullable,
  ObjectName,
  OwnSubjectId,
  UnixMs,
  VISIBLE,
} from './common.js';
import type { MediaUrl } from './generation.js';
import { MediaField } from './media-field.js';

export const PHOTOS_MAX = 3;

/** Builds the schema of a name: 1 to `maxLength` characters, at least one of them visible. */
export const Name = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: VISIBLE, description: 'Display name' });

export const Photos = (description: string) =>
  Type.Array(MediaField('A photo.'), { minItems: 1, maxItems: PHOTOS_MAX, description });

export const VoiceKey = Type.Optional(
  withDescription(VoiceName, 'Voice of the character. Default: the default voice.'),
);

const NAME_MAX = 30;

/** Body of POST /v1/characters. */
export const CreateCharacterSchema = Type.Object(
  {
    name: Name(NAME_MAX),
    gender: Gender,
    images: Photos('1 to 3 face photos, a clear front view first'),
    voice_key: VoiceKey,
  },
  {
    $id: 'CreateCharacter',
    description: 'A character to save from photos',
    additionalProperties: false,
  },
);
export type CreateCharacterBody = Static<typeof CreateCharacterSchema>;

/** Body of PATCH /v1/characters/{id}. Requires at least one field. */
export const UpdateCharacterSchema = Type.Object(
  {
    name: Type.Optional(Name(NAME_MAX)),
    voice_key: Type.Optional(
      buildNullable(VoiceName, 'Voice of the character; null resets to the default voice'),
    ),
  },
  {
    $id: 'UpdateCharacter',
    description: 'Changes to a character; at least one field',
    additionalProperties: false,
    minProperties: 1,
  },
);
export type UpdateCharacterBody = Static<typeof UpdateCharacterSchema>;

const AnalysisSchema = Type.Object(
  {
    character_analysis: Type.Object(
      {
        detailed_description: Type.String({
          description: 'Description of the appearance of the person',
        }),
      },
      { description: 'Description of the person' },
    ),
  },
  { $id: 'CharacterAnalysis', description: 'Analysis of the photos' },
);
export type CharacterAnalysis = Static<typeof AnalysisSchema>;

const CharacterType = buildNamedChoice<'photo' | 'preset'>(
  'CharacterType',
  'Source of the character',
  {
    photo: 'your photos',
    preset: 'a preset portrait',
  },
);

/** A character in a response. */
export const CharacterSchema = Type.Object(
  {
    id: OwnSubjectId,
    object: ObjectName('character'),
    name: Type.String({ description: 'Display name' }),
    gender: Gender,
    voice_key: buildNullable(
      Type.String({ description: 'Voice of the character; null is the default voice' }),
    ),
    images: Type.Array(Type.String({ format: 'uri' }), {
      description: 'Addresses of the stored photos, in the order of the request',
    }),
    type: CharacterType,
    preset_base_id: buildNullable(
      Type.String({ description: 'Preset of the character; null if it was created from photos' }),
    ),
    analysis: buildNullable(AnalysisSchema, 'Null until the photos are analysed'),
    created_at: UnixMs('When it was saved'),
    updated_at: UnixMs('When it was last changed'),
  },
  { $id: 'Character', description: 'A saved person who looks the same in every generation' },
);
export type CharacterBody = Static<typeof CharacterSchema>;

/** The columns of a character that responses contain. */
export interface CharacterView {
  readonly id: string;
  readonly name: string;
  readonly gender: 'male' | 'female';
  readonly voiceKey: string | null;
  readonly photos: readonly string[];
  readonly type: 'photo' | 'preset';
  readonly presetBaseId: string | null;
  readonly analysis: CharacterAnalysis | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export function presentCharacter(row: CharacterView, mediaUrl: MediaUrl): CharacterBody {
  return {
    id: row.id,
    object: 'character',
    name: row.name,
    gender: row.gender,
    voice_key: row.voiceKey,
    images: row.photos.map(mediaUrl),
    type: row.type,
    preset_base_id: row.presetBaseId,
    analysis: row.analysis,
    created_at: row.createdAt.getTime(),
    updated_at: row.updatedAt.getTime(),
  };
}
