import { Type, type Static } from 'typebox';
import { findPrimaryLanguage, isSpoken, VOICES, type Voice } from '../catalogue/voices.js';
import {
  buildListSchema,
  buildNamedChoice,
  buildNullable,
  buildPageQuery,
  ObjectName,
  withDescription,
} from './common.js';

const VoiceGender = buildNamedChoice<Voice['gender']>('VoiceGender', 'Gender of the voice', {
  female: 'a woman',
  male: 'a man',
  neutral: 'a gender-neutral voice',
});

/** Languages of the catalogue's voices: each primary language, then each language with a region. */
const LANGUAGES: readonly string[] = [
  ...new Set([
    ...VOICES.map(({ language }) => findPrimaryLanguage(language)),
    ...VOICES.map(({ language }) => language),
  ]),
];

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

const VoiceLanguage = buildNamedChoice<string>(
  'VoiceLanguage',
  'Language of a voice, with or without a region',
  Object.fromEntries(LANGUAGES.map((tag) => [tag, languageNames.of(tag) ?? tag])),
);

/** Query of the list of voices. */
export const VoiceQuery = Type.Object(
  {
    language: Type.Optional(
      withDescription(VoiceLanguage, 'Only voices of this language; `en` finds every region'),
    ),
    gender: Type.Optional(withDescription(VoiceGender, 'Only voices of this gender')),
    ...buildPageQuery('Default: all voices.'),
  },
  { additionalProperties: false },
);

/** Finds the catalogue's voices that match the filters, default voice first. */
export const findVoices = ({
  language,
  gender,
}: Pick<Static<typeof VoiceQuery>, 'language' | 'gender'>): readonly Voice[] =>
  VOICES.filter(
    (voice) =>
      (gender === undefined || voice.gender === gender) &&
      (language === undefined ||
        voice.language === language ||
        findPrimaryLanguage(voice.language) === language),
  );

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
