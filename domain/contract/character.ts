import { Type, type Static } from 'typebox';
import { Gender, VoiceKey as VoiceName } from './choices.js';
import {
  withDescription,
  buildNamedChoice,
  buildNullable,
  ObjectName,
  OwnSubjectId,
  UnixMs,
} from './common.js';
import { VISIBLE } from './patterns.js';
import type { MediaUrl } from './generation.js';
import { MediaField } from './media-field.js';

export const PHOTOS_MAX = 3;

/** Builds the schema of a name: 1 to `maxLength` characters, at least one of them visible. */
export const Name = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: VISIBLE, description: 'Display name' });

export const Photos = (description: string) =>
  Type.Array(MediaField('A photo.'), { minItems: 1, maxItems: PHOTOS_MAX, description });

export const VoiceKey = Type.Optional(
  withDescription(VoiceName, "The character's voice. If omitted, the default voice is used."),
);

const NAME_MAX = 30;

/** Body of POST /v1/characters. */
export const CreateCharacterSchema = Type.Object(
  {
    name: Name(NAME_MAX),
    gender: Gender,
    images: Photos('1–3 photos of the face. Start with a clear front view'),
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
      buildNullable(VoiceName, "The character's voice. Null resets it to the default voice"),
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
          description: "Description of the person's appearance",
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
  'How the character was created',
  {
    photo: 'from your photos',
    preset: 'from a preset portrait',
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
      Type.String({ description: "The character's voice. Null means the default voice" }),
    ),
    images: Type.Array(Type.String({ format: 'uri' }), {
      description: 'URLs of the stored photos, in the order you sent them',
    }),
    type: CharacterType,
    preset_base_id: buildNullable(
      Type.String({
        description: 'The preset it was created from. Null if it was created from photos',
      }),
    ),
    analysis: buildNullable(AnalysisSchema, 'Null until the photos have been analyzed'),
    created_at: UnixMs('Creation time'),
    updated_at: UnixMs('Time of the last change'),
  },
  { $id: 'Character', description: 'A saved person with the same appearance in every generation' },
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
