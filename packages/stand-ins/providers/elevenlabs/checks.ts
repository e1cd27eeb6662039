import type { IncomingMessage } from 'node:http';
import { buildFault, buildFieldFault, type Fault } from './faults.js';

export const KEY = 'elevenlabs-test-key';

/** Limit of Multilingual v2, the model of the adapter. */
const TEXT_MAX = 10_000;
const SEED_MAX = 4_294_967_295;

const MODELS =
  'eleven_v3 eleven_multilingual_v2 eleven_flash_v2_5 eleven_flash_v2 eleven_turbo_v2_5 eleven_turbo_v2'.split(
    ' ',
  );

/** Formats of which this stand-in has sounds; ElevenLabs also has PCM, Opus, A-law and μ-law. */
const FORMATS =
  'wav_8000 wav_16000 wav_22050 wav_24000 wav_32000 wav_44100 wav_48000 mp3_22050_32 mp3_24000_48 mp3_44100_32 mp3_44100_64 mp3_44100_96 mp3_44100_128 mp3_44100_192'.split(
    ' ',
  );

/**
 * The voices that replace the default voices: Darian, Talia, Elara, Baxter, Eldrin, Kellan, Elowen,
 * Kaelen, Lawrence, Alicia, Maisie, Warren, Jade, Eddie, Caleb, Sawyer, Finley, Florence, Wyatt.
 * Default voices end on 31 December 2026, and newer accounts do not have them.
 * https://help.elevenlabs.io/hc/en-us/articles/26942950589969-What-are-Default-voices
 */
const VOICES =
  'gOupLcAkjEnguROwi4oS OZ0L6eISlOejga3XjDFt WQP7cQUF5aAS6Axh5yaa jSuBIjxMKhqIfb0wCK1F 6WwXjDDEMyNmFG95zycZ cymHWdiF8WjUCg6vvFxx dvbL7qkNGZY1IqPGZAjM 10NkTYmU7tSz3Kkl3Lex ktkP7Nsj67dw2zcplQYt BFd5oBc2DDna33pSi4Gf QtY3JBOUKEB5xzrRfOKc 7QN34D2r3hCNwbOYIeK0 g7LVvkPWALzPxOQbF6OE l7kNoIfnJKPg7779LI2t AaOhDHYJ1XLZk74lXhdE 8dEUmyPMdDdK91vboYih fnYMz3F5gMEDGMWcH1ex 22N9cF8z0o7y23njdyaY FrS6cKLB1wg4WYgPa9GW'.split(
    ' ',
  );

type Body = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isList: Check = Array.isArray;
const isObject: Check = (value) => typeof value === 'object' && value !== null && !isList(value);
const isBetween =
  (from: number, to: number): Check =>
  (value) =>
    typeof value === 'number' && value >= from && value <= to;

/** Fields of the body, as in the types of `@elevenlabs/elevenlabs-js` 2.73.0. */
const FIELDS: Readonly<Record<string, Check>> = {
  text: isText,
  model_id: isText,
  language_code: isText,
  voice_settings: isObject,
  pronunciation_dictionary_locators: isList,
  seed: (value) => Number.isInteger(value) && isBetween(0, SEED_MAX)(value),
  previous_text: isText,
  next_text: isText,
  previous_request_ids: isList,
  next_request_ids: isList,
  use_pvc_as_ivc: isFlag,
  apply_text_normalization: (value) => ['auto', 'on', 'off'].includes(String(value)),
  apply_language_text_normalization: isFlag,
  audio_effects: isObject,
};

const SETTINGS: Readonly<Record<string, Check>> = {
  stability: isBetween(0, 1),
  similarity_boost: isBetween(0, 1),
  style: isBetween(0, 1),
  use_speaker_boost: isFlag,
  speed: isBetween(0.7, 1.2),
};

/** Finds the reason why ElevenLabs would refuse a request, in its order: key, fields, values. */
export function findFault(
  { method, headers }: IncomingMessage,
  { pathname, searchParams }: URL,
  body: Body,
): Fault | null {
  const [, voice] = /^\/v1\/text-to-speech\/([^/]+)$/.exec(pathname) ?? [];
  if (method !== 'POST' || voice === undefined) return { status: 404, detail: 'Not Found' };
  const key = headers['xi-api-key'];
  if (key === undefined) return buildFault(401, 'missing_api_key', 'No API key was provided.');
  if (key !== KEY) return buildFault(401, 'invalid_api_key', 'Invalid API key');
  return (
    findFieldFault(body) ??
    findFormatFault(searchParams.get('output_format')) ??
    findVoiceFault(voice) ??
    findValueFault(body)
  );
}

function findFieldFault(body: Body): Fault | null {
  if (!('text' in body)) return buildFieldFault('text', 'Field required', 'missing');
  for (const [name, value] of Object.entries(body)) {
    const check = FIELDS[name];
    if (!check) return buildFieldFault(name, 'Extra inputs are not permitted', 'extra_forbidden');
    if (value !== null && !check(value)) {
      return buildFieldFault(name, 'Input should be valid', 'value_error');
    }
  }
  return null;
}

function findFormatFault(format: string | null): Fault | null {
  if (format === null || FORMATS.includes(format)) return null;
  const message = 'The requested output format is not supported.';
  return buildFault(400, 'invalid_output_format', message, { param: 'output_format' });
}

function findVoiceFault(voice: string): Fault | null {
  if (!/^[a-zA-Z0-9]{20}$/.test(voice)) {
    return buildFault(400, 'invalid_voice_id', 'The voice ID format is invalid.');
  }
  return VOICES.includes(voice)
    ? null
    : buildFault(404, 'voice_not_found', `A voice with the ID ${voice} was not found.`);
}

function findValueFault({ text, model_id: model, voice_settings: settings }: Body): Fault | null {
  const length = String(text).length;
  if (length === 0) return buildFault(400, 'empty_text', 'The text field cannot be empty.');
  if (length > TEXT_MAX) {
    const status = 'max_character_limit_exceeded';
    return buildFault(400, 'text_too_long', `The text has ${length} characters.`, { status });
  }
  if (typeof model === 'string' && !MODELS.includes(model)) {
    return buildFault(400, 'model_not_found', `A model with the ID ${model} does not exist.`);
  }
  const wrong = Object.entries(settings ?? {}).find(
    ([name, value]) => value !== null && !SETTINGS[name]?.(value),
  );
  return wrong === undefined
    ? null
    : buildFault(400, 'invalid_voice_settings', `Invalid setting: ${wrong.join(' = ')}`);
}
