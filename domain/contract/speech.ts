import { Type, type Static } from 'typebox';
import { isSimulated } from '../catalogue/makers.js';
import { findContentType, parseKey } from '../catalogue/object-keys.js';
import {
  SPEECH_FORMATS,
  SPEECH_SPEED_MAX,
  SPEECH_SPEED_MIN,
  SPEECH_TEXT_MAX,
  type SpeechFormat,
} from '../catalogue/speech-model.js';
import { speechCallback } from './callback.js';
import { VoiceKey } from './choices.js';
import {
  buildNamedChoice,
  buildNullable,
  ObjectName,
  PrefixedId,
  SubjectId,
  UnixMs,
  withDescription,
} from './common.js';
import { VISIBLE } from './patterns.js';
import type { GenerationLinks, GenerationView } from './generation.js';
import { GenerationErrorSchema, GenerationState, TimelineEntrySchema } from './generation-parts.js';
import { LanguageTag } from './language-tag.js';
import { MetadataField, MetadataSummary, presentMetadata } from './metadata.js';

const Format = buildNamedChoice<SpeechFormat>('SpeechFormat', 'Format of the audio file', {
  wav: 'WAV, without loss',
  mp3: 'MP3, a quarter of the size or less',
});

export const DEFAULT_FORMAT: SpeechFormat = SPEECH_FORMATS[0];

const fields = {
  text: Type.String({
    minLength: 1,
    maxLength: SPEECH_TEXT_MAX,
    pattern: VISIBLE,
    description: 'The text to speak. It is moderated before you are charged.',
  }),
  voice_key: Type.Optional(
    withDescription(VoiceKey, 'The voice. Default: the voice of `character_id`, or `standard`.'),
  ),
  character_id: Type.Optional(SubjectId('A saved character, whose voice speaks.')),
  language: Type.Optional(
    LanguageTag("Language of the text, as a BCP 47 tag. Default: the voice's language."),
  ),
  speed: Type.Optional(
    Type.Number({
      minimum: SPEECH_SPEED_MIN,
      maximum: SPEECH_SPEED_MAX,
      description: 'Factor of the tempo. Default 1.',
    }),
  ),
  format: Type.Optional(
    withDescription(Format, `Format of the audio file. Default \`${DEFAULT_FORMAT}\`.`),
  ),
  metadata: MetadataField,
  ...speechCallback,
};

/** Body of POST /v1/speech. */
export const CreateSpeechSchema = Type.Object(fields, {
  $id: 'CreateSpeech',
  description: 'A text to speak',
  additionalProperties: false,
});
export type CreateSpeechBody = Static<typeof CreateSpeechSchema>;

/** Speech in a quote: the create body plus `type`. */
export const QuoteSpeechSchema = Type.Object(
  { type: Type.Literal('speech', { description: 'The price of speech' }), ...fields },
  { $id: 'QuoteSpeech', description: 'Speech to price', additionalProperties: false },
);
export type QuoteSpeechBody = Static<typeof QuoteSpeechSchema>;

/** The stored `request` of speech. The text is in `options`. */
export interface StoredSpeech {
  /** Null, as for images without a prompt. */
  readonly prompt: null;
  readonly character_id: string | null;
  readonly product_id: null;
  readonly seed: number | null;
}

const SpeechResultSchema = Type.Object(
  {
    url: Type.String({ format: 'uri', description: 'URL of the audio file, until it is deleted' }),
    content_type: Type.String({ examples: ['audio/wav'], description: 'Type of the file' }),
    duration_seconds: Type.Number({ minimum: 0, description: 'Duration, measured in the file' }),
    size: Type.Integer({ minimum: 0, description: 'Size of the file in bytes' }),
  },
  { $id: 'SpeechResult', description: 'The file of completed speech' },
);

export const SpeechSchema = Type.Object(
  {
    id: PrefixedId('spc', 'Speech ID'),
    object: ObjectName('speech'),
    status: GenerationState,
    text: buildNullable(
      Type.String({ description: 'The text' }),
      'The text. Null in events and repeated responses about deleted speech',
    ),
    voice_key: Type.String({ description: 'The voice that speaks' }),
    character_id: buildNullable(Type.String({ description: "The request's saved character" })),
    language: Type.String({ description: 'Language of the text, as a BCP 47 tag' }),
    speed: Type.Number({ description: 'Factor of the tempo' }),
    format: Format,
    credits: Type.Integer({
      minimum: 0,
      description: 'Credits charged when the request was accepted',
    }),
    refunded_credits: Type.Integer({
      minimum: 0,
      description: 'Credits refunded. The net cost is `credits` minus this value',
    }),
    result: buildNullable(SpeechResultSchema, 'Null until `completed`'),
    error: buildNullable(GenerationErrorSchema, 'Null unless `failed` or `cancelled`'),
    metadata: MetadataSummary,
    timeline: Type.Array(TimelineEntrySchema, {
      description: 'Failures along the way, and how they were handled. Empty if there were none',
    }),
    simulated: buildNullable(
      Type.Boolean({
        description:
          'True if the built-in renderer spoke the text, false if a provider did. Null until known',
      }),
    ),
    urls: Type.Object(
      {
        get: Type.String({ format: 'uri', description: 'URL of the speech' }),
        cancel: Type.String({
          format: 'uri',
          description: 'URL that cancels it while it is queued',
        }),
      },
      { $id: 'SpeechUrls', description: 'URLs of the API for speech' },
    ),
    created_at: UnixMs('Time the request was accepted'),
    completed_at: buildNullable(
      UnixMs('End time'),
      'End time, in Unix milliseconds. Null until then',
    ),
  },
  { $id: 'Speech', description: 'A spoken text' },
);
export type SpeechBody = Static<typeof SpeechSchema>;

/** Presents speech. Its addresses are built on each read, so that the host can change. */
export function presentSpeech(
  row: GenerationView,
  { mediaUrl, generationUrl }: GenerationLinks,
): SpeechBody {
  const { spoken } = row.options;
  if (!spoken) throw new TypeError(`speech ${row.id} has no text`);
  const url = generationUrl(row.id);
  return {
    id: row.id,
    object: 'speech',
    status: row.status,
    text: spoken.text,
    voice_key: spoken.voiceKey,
    character_id: row.request.character_id,
    language: spoken.language,
    speed: spoken.speed,
    format: spoken.format,
    credits: row.credits,
    refunded_credits: row.refundedCredits,
    result: presentResult(row, mediaUrl),
    error: row.error,
    metadata: presentMetadata(row.metadata),
    timeline: row.timeline,
    simulated: isSimulated(row.type, row.makers),
    urls: { get: url, cancel: `${url}/cancel` },
    created_at: row.createdAt.getTime(),
    completed_at: row.completedAt?.getTime() ?? null,
  };
}

function presentResult(
  { status, outputKey, outputFacts }: GenerationView,
  mediaUrl: GenerationLinks['mediaUrl'],
): SpeechBody['result'] {
  if (status !== 'completed' || outputKey === null || !outputFacts) return null;
  const key = parseKey(outputKey);
  return {
    url: mediaUrl(outputKey),
    content_type: (key && findContentType(key)) ?? 'application/octet-stream',
    duration_seconds: outputFacts.durationSeconds,
    size: outputFacts.bytes,
  };
}
