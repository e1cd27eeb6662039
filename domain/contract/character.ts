import { Type, type Static } from 'typebox';
import { VOICE_KEYS } from '../catalogue/voices.js';
import { nullable, oneOf, UnixMs } from './common.js';
import type { MediaUrl } from './generation.js';
import { MediaField } from './media.js';

export const PHOTOS_MAX = 3;

/** A name of 1 to `maxLength` characters, at least one of which can be seen. */
export const Name = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description: 'Display name' });

export const Photos = (description: string) =>
  Type.Array(MediaField('A photo.'), { minItems: 1, maxItems: PHOTOS_MAX, description });

export const VoiceKey = Type.Optional(
  oneOf(VOICE_KEYS, { description: 'Of `GET /v1/voices`; default is the standard voice' }),
);

const NAME_MAX = 30;

/** Body of POST /v1/characters (spec). */
export const CreateCharacterSchema = Type.Object(
  {
    name: Name(NAME_MAX),
    gender: oneOf(['male', 'female']),
    images: Photos('1 to 3 face photos, a clear front view first'),
    voice_key: VoiceKey,
  },
  { $id: 'CreateCharacter', additionalProperties: false },
);
export type CreateCharacterBody = Static<typeof CreateCharacterSchema>;

/** Body of PATCH /v1/characters/{id} (spec): at least one field. */
export const UpdateCharacterSchema = Type.Object(
  {
    name: Type.Optional(Name(NAME_MAX)),
    voice_key: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        enum: [...VOICE_KEYS, null],
        description: 'Of `GET /v1/voices`; null resets to the standard voice',
      }),
    ),
  },
  { $id: 'UpdateCharacter', additionalProperties: false, minProperties: 1 },
);
export type UpdateCharacterBody = Static<typeof UpdateCharacterSchema>;

const AnalysisSchema = Type.Object({
  character_analysis: Type.Object({ detailed_description: Type.String() }),
});
export type CharacterAnalysis = Static<typeof AnalysisSchema>;

/** Character (spec, Resources). */
export const CharacterSchema = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z2-7]{20}$' }),
    object: Type.Literal('character'),
    name: Type.String(),
    gender: oneOf(['male', 'female']),
    voice_key: nullable(Type.String({ description: 'Null is the standard voice' })),
    images: Type.Array(Type.String({ format: 'uri' })),
    type: oneOf(['photo', 'preset']),
    preset_base_id: nullable(Type.String()),
    analysis: nullable(AnalysisSchema),
    created_at: UnixMs,
    updated_at: UnixMs,
  },
  { $id: 'Character' },
);
export type CharacterBody = Static<typeof CharacterSchema>;

/** The columns of a character that the outside sees. */
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

/** Presents a character. */
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
