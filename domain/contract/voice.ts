import { Type, type Static } from 'typebox';
import { VOICES, type Voice } from '../catalogue/voices.js';
import { nullable, oneOf } from './common.js';

/** Voice: what the specification leaves open, filled in as notes/providers §6 says. */
const VoiceSchema = Type.Object(
  {
    object: Type.Literal('voice'),
    voice_key: Type.String({ description: 'What `voice_key` of a character takes' }),
    name: Type.String(),
    gender: oneOf(['female', 'male', 'neutral']),
    language: Type.String({ description: 'BCP 47', examples: ['en-GB'] }),
    accent: Type.String(),
    preview_url: nullable(Type.String({ format: 'uri' })),
    is_default: Type.Boolean({ description: 'Used where a character has no voice of its own' }),
  },
  { $id: 'Voice' },
);

/** Every voice, the standard one first. */
export const VoicesSchema = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(VoiceSchema),
});

/** Presents the catalogue of voices. There are no recordings of them yet. */
export function presentVoices(): Static<typeof VoicesSchema> {
  const data = VOICES.map(({ is_default, ...voice }: Voice) => ({
    object: 'voice' as const,
    ...voice,
    preview_url: null,
    is_default,
  }));
  return { object: 'list', data };
}
