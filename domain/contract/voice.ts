import { Type, type Static } from 'typebox';
import { RECORDING_SECONDS_MAX, RECORDING_SECONDS_MIN } from '../catalogue/cloned-voice.js';
import { findPrimaryLanguage, isSpoken, type Voice } from '../catalogue/voices.js';
import {
  buildListSchema,
  buildNamedChoice,
  buildNullable,
  buildPageQuery,
  ObjectName,
  UnixMs,
  withDescription,
} from './common.js';
import { Name } from './character.js';
import type { MediaUrl } from './generation.js';
import { LanguageTag } from './language-tag.js';
import { MediaField } from './media-field.js';
import { PRINTABLE } from './printable.js';

const VOICE_NAME_MAX = 30;

const VoiceGender = buildNamedChoice<Voice['gender']>('VoiceGender', 'Gender of the voice', {
  female: 'a woman',
  male: 'a man',
  neutral: 'a gender-neutral voice',
});

const VoiceType = buildNamedChoice<'cloned' | 'preset'>('VoiceType', 'Origin of a voice', {
  preset: 'a voice that every account has',
  cloned: 'a voice that this account has cloned from a recording',
});

/** Query of the list of voices. */
export const VoiceQuery = Type.Object(
  {
    language: Type.Optional(
      LanguageTag('Only voices of this language; `en` finds every region of English'),
    ),
    gender: Type.Optional(withDescription(VoiceGender, 'Only voices of this gender')),
    type: Type.Optional(withDescription(VoiceType, 'Only voices of this origin')),
    ...buildPageQuery('Default: all voices.'),
  },
  { additionalProperties: false },
);

/** Filters the voices that a request wants, in the given order. */
export const filterVoices = <V extends Voice>(
  voices: readonly V[],
  { language, gender, type }: Pick<Static<typeof VoiceQuery>, 'gender' | 'language' | 'type'>,
): readonly V[] =>
  voices.filter(
    (voice) =>
      (type === undefined || typeOf(voice) === type) &&
      (gender === undefined || voice.gender === gender) &&
      (language === undefined ||
        voice.language.toLowerCase() === language.toLowerCase() ||
        findPrimaryLanguage(voice.language) === language.toLowerCase()),
  );

const typeOf = ({ upstream }: Voice) => (upstream.recording === undefined ? 'preset' : 'cloned');

const SPEAKER_MAX = 100;
const STATEMENT_MIN = 20;
const STATEMENT_MAX = 1_000;

const ConsentFields = {
  speaker: Type.String({
    minLength: 1,
    maxLength: SPEAKER_MAX,
    pattern: PRINTABLE,
    description: 'Name of the person in the recording',
  }),
  statement: Type.String({
    minLength: STATEMENT_MIN,
    maxLength: STATEMENT_MAX,
    pattern: PRINTABLE,
    description: 'The words with which that person agreed that the voice is cloned, in one line',
    examples: ['I agree that Example Ltd. clones my voice for its advertisements.'],
  }),
};

/** Body of POST /v1/voices. */
export const CreateVoiceSchema = Type.Object(
  {
    name: Name(VOICE_NAME_MAX),
    gender: VoiceGender,
    language: LanguageTag('Language of the recording, as a BCP 47 tag'),
    recording: MediaField(
      `One person who speaks for ${RECORDING_SECONDS_MIN} to ${RECORDING_SECONDS_MAX} seconds, without music, as WAV or MP3. The first ten seconds count most.`,
    ),
    consent: Type.Object(ConsentFields, {
      description: 'The consent of the person in the recording. It is stored with the voice',
      additionalProperties: false,
    }),
  },
  { $id: 'CreateVoice', description: 'A voice to clone', additionalProperties: false },
);
export type CreateVoiceBody = Static<typeof CreateVoiceSchema>;

/** The specification names the field `voice_key` only. */
const voiceFields = {
  object: ObjectName('voice'),
  voice_key: Type.String({
    description: 'Value for the `voice_key` of characters, speech and scripts',
  }),
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
      description:
        'URL of an audio sample; for a cloned voice, of its recording. Null for preset voices of other languages than English.',
    }),
  ),
  is_default: Type.Boolean({ description: 'Whether this is the default voice' }),
  type: VoiceType,
  created_at: buildNullable(UnixMs('Creation time'), 'Creation time. Null for preset voices'),
};

/** A voice in a list, which agents read too. */
const VoiceSchema = Type.Object(voiceFields, { $id: 'Voice', description: 'A voice' });
export type VoiceBody = Static<typeof VoiceSchema>;

/** A single voice, with the consent. */
export const VoiceDetailSchema = Type.Object(
  {
    ...voiceFields,
    consent: buildNullable(
      Type.Object({
        speaker: Type.String({ description: 'Name of that person' }),
        statement: Type.String({ description: 'The words with which that person agreed' }),
      }),
      'The consent of the person in the recording. Null for preset voices',
    ),
  },
  { $id: 'VoiceDetail', description: 'A voice, with the consent to clone it' },
);
export type VoiceDetailBody = Static<typeof VoiceDetailSchema>;

/** Every voice; the default voice is first. */
export const VoicesSchema = buildListSchema('VoiceList', VoiceSchema, 'Default voice first');

/** A voice of an account, with the consent of the person whose voice it is. */
export interface ClonedVoice extends Voice {
  readonly consent: { readonly speaker: string; readonly statement: string };
  readonly createdAt: Date;
}

/** Addresses of samples. */
export interface SampleLinks {
  readonly mediaUrl: MediaUrl;
  /** Address of the API, which speaks and serves the samples; the CDN for outputs does not have them. */
  readonly publicUrl: string;
}

/** Presents a voice of the catalogue or of an account. */
export function presentVoice(voice: ClonedVoice | Voice, links: SampleLinks): VoiceBody {
  const { voice_key, name, gender, language, accent, is_default } = voice;
  return {
    object: 'voice',
    voice_key,
    name,
    gender,
    language,
    accent,
    preview_url: findSampleUrl(voice, links),
    is_default,
    type: typeOf(voice),
    created_at: 'createdAt' in voice ? voice.createdAt.getTime() : null,
  };
}

/** Presents a voice with the consent. */
export const presentVoiceDetail = (
  voice: ClonedVoice | Voice,
  links: SampleLinks,
): VoiceDetailBody => ({
  ...presentVoice(voice, links),
  consent: 'consent' in voice ? voice.consent : null,
});

function findSampleUrl(voice: Voice, { mediaUrl, publicUrl }: SampleLinks): string | null {
  const { recording } = voice.upstream;
  if (recording !== undefined) return mediaUrl(recording);
  return isSpoken(voice) ? `${publicUrl}/media/voices/${voice.voice_key}.wav` : null;
}
