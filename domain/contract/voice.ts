import { Type, type Static } from 'typebox';
import type { Voice } from '../catalogue/voices.js';
import { listOf, namedChoice, nullable, ObjectName } from './common.js';

const VoiceGender = namedChoice<Voice['gender']>('VoiceGender', 'How the voice sounds', {
  female: 'like a woman',
  male: 'like a man',
  neutral: 'like neither in particular',
});

/** Voice: the specification leaves its fields open. */
const VoiceSchema = Type.Object(
  {
    object: ObjectName('voice'),
    voice_key: Type.String({ description: 'What `voice_key` of a character takes' }),
    name: Type.String({ description: 'Display name' }),
    gender: VoiceGender,
    language: Type.String({ description: 'Language and region, BCP 47', examples: ['en-GB'] }),
    accent: Type.String({ description: 'The accent in English words' }),
    preview_url: nullable(
      Type.String({ format: 'uri', description: 'A sample to listen to, when there is one' }),
    ),
    is_default: Type.Boolean({ description: 'Used where a character has no voice of its own' }),
  },
  { $id: 'Voice', description: 'A voice that a character may speak with' },
);

/** Every voice, the standard one first. */
export const VoicesSchema = listOf('VoiceList', VoiceSchema, 'The standard voice first');

/** Presents a voice. There are no recordings of them yet. */
export function presentVoice({ is_default, ...voice }: Voice): Static<typeof VoiceSchema> {
  return { object: 'voice', ...voice, preview_url: null, is_default };
}
