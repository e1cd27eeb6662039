import { SERVER_VOICES, type ServerVoices } from '../domain/catalogue/speech-sources.js';
import { HTTP, type EnvReader } from './env-reader.js';

/** An OpenAI-compatible server; self-hosted servers often require no key. */
interface Server {
  readonly baseUrl: string;
  readonly apiKey: string | null;
}

/** Models for text, vision, moderation and speech; null if not configured. */
export interface ModelsEnv {
  /** Models, the preferred first; at least one. */
  readonly text: (Server & { readonly models: readonly string[] }) | null;
  readonly vision: (Server & { readonly model: string }) | null;
  readonly moderation: (Server & { readonly model: string }) | null;
  readonly speech: (Server & { readonly model: string; readonly voices: ServerVoices }) | null;
}

/** The usual model of a server with these voices. */
const SPEECH_MODELS: Readonly<Record<ServerVoices, string>> = {
  openai: 'gpt-4o-mini-tts',
  kokoro: 'kokoro',
};

/** Reads the configured models; reports an incomplete configuration as a problem. */
export function readModels(read: EnvReader): ModelsEnv {
  const text = readServer(read, 'TEXT_BASE_URL', 'TEXT_API_KEY', 'TEXT_MODELS');
  const vision = readServer(read, 'VISION_BASE_URL', 'VISION_API_KEY', 'VISION_MODEL');
  const moderation = readServer(
    read,
    'MODERATION_BASE_URL',
    'MODERATION_API_KEY',
    'MODERATION_MODEL',
    'omni-moderation-latest',
  );
  const voices = read.choice('SPEECH_VOICES', SERVER_VOICES, 'openai') as ServerVoices;
  const speech = readServer(
    read,
    'SPEECH_BASE_URL',
    'SPEECH_API_KEY',
    'SPEECH_MODEL',
    SPEECH_MODELS[voices],
  );
  if (!speech && read.optional('SPEECH_VOICES') !== null) {
    read.problems.push('SPEECH_BASE_URL is required with SPEECH_VOICES');
  }
  return {
    text: text && { ...text.server, models: text.models },
    vision: vision && { ...vision.server, model: vision.models.join(',') },
    moderation: moderation && { ...moderation.server, model: moderation.models.join(',') },
    speech: speech && { ...speech.server, model: speech.models.join(','), voices },
  };
}

function readServer(
  read: EnvReader,
  base: string,
  key: string,
  model: string,
  usual?: string,
): { server: Server; models: readonly string[] } | null {
  const apiKey = read.optional(key);
  const models = read.list(model, usual);
  if (read.optional(base) === null) {
    const given = [key, model].filter((name) => read.optional(name) !== null);
    if (given.length > 0) read.problems.push(`${base} is required with ${given.join(' and ')}`);
    return null;
  }
  if (models.length === 0) read.problems.push(`${model} is required with ${base}`);
  return { server: { baseUrl: read.url(base, HTTP), apiKey }, models };
}
