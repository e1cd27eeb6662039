import { Type, type Static } from 'typebox';
import { isSpoken, type Voice } from '../catalogue/voices.js';
import { buildListSchema, buildNamedChoice, buildNullable, ObjectName } from './common.js';

const VoiceGender = buildNamedChoice<Voice['gender']>('VoiceGender', 'Gender of the voice', {
  female: 'a woman',
  male: 'a man',
  neutral: 'a gender-neutral voice',
});

/** A voice. The specification does not define its fields. */
const VoiceSchema = Type.Object(
  {
    object: ObjectName('voice'),
    voice_key: Type.String({ description: "Value to use as a character's `voice_key`" }),
    name: Type.String({ description: 'Display name' }),
    gender: VoiceGender,
    language: Type.String({
      description: 'Language and region, as a BCP 47 tag',
      examples: ['en-GB'],
    }),
    accent: Type.String({ description: 'Accent, named in English' }),
    preview_url: buildNullable(
      Type.String({
        format: 'uri',
        description: 'URL of an audio sample. Null for other languages than English.',
      }),
    ),
    is_default: Type.Boolean({ description: 'Whether this is the default voice' }),
  },
  { $id: 'Voice', description: 'A character voice' },
);

/** Every voice; the default voice is first. */
export const VoicesSchema = buildListSchema('VoiceList', VoiceSchema, 'Default voice first');

/**
 * Presents a voice.
 * @param publicUrl address of the API, which speaks and serves the samples; the CDN for outputs does
 * not have them
 */
export function presentVoice(voice: Voice, publicUrl: string): Static<typeof VoiceSchema> {
  const { is_default, upstream: _upstream, ...rest } = voice;
  const url = isSpoken(voice) ? `${publicUrl}/media/voices/${voice.voice_key}.wav` : null;
  return { object: 'voice', ...rest, preview_url: url, is_default };
}
