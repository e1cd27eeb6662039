import { HTTP, type EnvReader } from './env-reader.js';

/** An OpenAI-compatible server; many of one's own need no key. */
interface Server {
  readonly baseUrl: string;
  readonly apiKey: string | null;
}

/** Models that read, look and judge. Null where none is configured. */
export interface ModelsEnv {
  /** Its models in the order in which they are asked; at least one. */
  readonly text: (Server & { readonly models: readonly string[] }) | null;
  readonly vision: (Server & { readonly model: string }) | null;
  readonly moderation: (Server & { readonly model: string }) | null;
}

/** The configured models; half a configuration is a problem, never silence. */
export function modelsFrom(read: EnvReader): ModelsEnv {
  const text = server(read, 'TEXT_BASE_URL', 'TEXT_API_KEY', 'TEXT_MODELS');
  const vision = server(read, 'VISION_BASE_URL', 'VISION_API_KEY', 'VISION_MODEL');
  const moderation = server(
    read,
    'MODERATION_BASE_URL',
    'MODERATION_API_KEY',
    'MODERATION_MODEL',
    'omni-moderation-latest',
  );
  return {
    text: text && { ...text.server, models: text.models },
    vision: vision && { ...vision.server, model: vision.models.join(',') },
    moderation: moderation && { ...moderation.server, model: moderation.models.join(',') },
  };
}

function server(
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
