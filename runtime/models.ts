import { createLocalModeration } from '../adapters/moderation/moderation.js';
import { createLocalVision } from '../adapters/providers/local/vision.js';
import type { Moderation } from '../domain/ports/moderation.js';
import { chainModerators } from '../adapters/moderation/moderators.js';
import { createModerationService } from '../adapters/providers/openai/moderation.js';
import { createTextModel } from '../adapters/providers/openai/text.js';
import { createVisionModel } from '../adapters/providers/openai/vision.js';
import type { TextProvider } from '../domain/ports/text.js';
import type { VisionProvider } from '../domain/ports/vision.js';
import type { Env } from './env.js';

/** The text models in the order in which they are asked; none without a server. */
export function createTextModels({ text }: Env): readonly TextProvider[] {
  if (!text) return [];
  return text.models.map((model) => createTextModel({ ...text, model }));
}

/** The model that looks at pictures, or what measures them. */
export const createVision = ({ vision }: Env): VisionProvider =>
  vision ? createVisionModel(vision) : createLocalVision();

export interface ConfiguredModeration extends Moderation {
  /** Whether anybody looks at pictures before an upstream does. */
  readonly seesPictures: boolean;
  close(): Promise<void>;
}

/** The built-in rules, always, and after them the moderation service where one is configured. */
export function createModeration({ moderation, blockedTerms }: Env): ConfiguredModeration {
  const local = createLocalModeration(blockedTerms);
  const all = moderation ? chainModerators([local, createModerationService(moderation)]) : local;
  return {
    ...all,
    seesPictures: local.seesPictures || moderation !== null,
    close: () => local.close(),
  };
}
