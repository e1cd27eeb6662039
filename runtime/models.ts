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

/** Creates the text models in the order in which they are asked; none without a server. */
export function createTextModels({ text }: Env): readonly TextProvider[] {
  if (!text) return [];
  return text.models.map((model) => createTextModel({ ...text, model }));
}

/** Creates the vision model, or without one the code that only measures pictures. */
export const createVision = ({ vision }: Env): VisionProvider =>
  vision ? createVisionModel(vision) : createLocalVision();

export interface ConfiguredModeration extends Moderation {
  /** Whether pictures are checked before an upstream gets them. */
  readonly seesPictures: boolean;
  close(): Promise<void>;
}

/** Always the built-in rules; after them the moderation service, when one is configured. */
export function createModeration({ moderation, blockedTerms }: Env): ConfiguredModeration {
  const local = createLocalModeration(blockedTerms);
  const all = moderation ? chainModerators([local, createModerationService(moderation)]) : local;
  return {
    ...all,
    seesPictures: local.seesPictures || moderation !== null,
    close: () => local.close(),
  };
}
