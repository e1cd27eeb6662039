import { Type, type Static } from 'typebox';
import type { Voice } from '../catalogue/voices.js';
import { buildListSchema, buildNamedChoice, buildNullable, ObjectName } from './common.js';

const VoiceGender = buildNamedChoice<Voice['gender']>('VoiceGender', 'How the voice sounds', {
  female: 'like a woman',
  male: 'like a man',
  neutral: 'neither',
});

/** A voice. The specification does not define its fields. */
const VoiceSchema = Type.Object(
  {
    object: ObjectName('voice'),
    voice_key: Type.String({ description: 'Value for the `voice_key` of a character' }),
    name: Type.String({ description: 'Display name' }),
    gender: VoiceGender,
    language: Type.String({ description: 'Language and region, BCP 47', examples: ['en-GB'] }),
    accent: Type.String({ description: 'Accent, in English' }),
    preview_url: buildNullable(
      Type.String({ format: 'uri', description: 'Audio sample, if there is one' }),
    ),
    is_default: Type.Boolean({ description: 'Whether characters without a voice use this one' }),
  },
  { $id: 'Voice', description: 'A voice for characters' },
);

/** Every voice; the default voice is first. */
export const VoicesSchema = buildListSchema('VoiceList', VoiceSchema, 'Default voice first');

/** Presents a voice. Voices have no recordings yet. */
export function presentVoice({ is_default, ...voice }: Voice): Static<typeof VoiceSchema> {
  return { object: 'voice', ...voice, preview_url: null, is_default };
}
