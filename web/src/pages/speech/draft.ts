import type { CreateSpeech } from '../../api/contract';
import { estimateSpeechSeconds } from '../../generations/speech-length';

/** Maximum length of a text, as in the API. */
export const TEXT_MAX = 4_000;

/** Speeds that the form offers. The API accepts all values between them. */
export const SPEEDS = ['0.5', '0.75', '1', '1.25', '1.5', '2'] as const;
export const FORMATS = ['wav', 'mp3'] as const;

/** The form's state. */
export interface SpeechDraft {
  readonly text: string;
  /** Null for the default voice. */
  readonly voiceKey: string | null;
  /** Null for the language of the voice. */
  readonly language: string | null;
  readonly speed: (typeof SPEEDS)[number];
  readonly format: (typeof FORMATS)[number];
}

export const EMPTY_DRAFT: SpeechDraft = {
  text: '',
  voiceKey: null,
  language: null,
  speed: '1',
  format: 'wav',
};

/** Converts the form to a request; null without a text. */
export function toBody(draft: SpeechDraft): CreateSpeech | null {
  const { text, voiceKey, language, speed, format } = draft;
  const words = text.trim();
  if (words === '') return null;
  return {
    text: words,
    ...(voiceKey !== null && { voice_key: voiceKey }),
    ...(language !== null && { language }),
    speed: Number(speed),
    format,
  };
}

/** Describes how long the text takes to speak. */
export function describeLength({ text, speed }: SpeechDraft): string {
  const seconds = estimateSpeechSeconds(text) / Number(speed);
  return `About ${Math.ceil(seconds)} s of speech`;
}
