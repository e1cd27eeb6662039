import { createLocalVision } from '../adapters/providers/local/vision.js';
import type { Moderation, PictureModeration } from '../domain/ports/moderation.js';
import { chainModerators, createWordRules } from '../adapters/moderation/moderators.js';
import { createModerationService } from '../adapters/providers/openai/moderation.js';
import { createTextModel } from '../adapters/providers/openai/text.js';
import { createVisionModel } from '../adapters/providers/openai/vision.js';
import type { TextProvider } from '../domain/ports/text.js';
import type { VisionProvider } from '../domain/ports/vision.js';
import type { Env } from './env.js';

/** Creates the text models in the order in which they are tried; none without a server. */
export function createTextModels({ text }: Env): readonly TextProvider[] {
  if (!text) return [];
  return text.models.map((model) => createTextModel({ ...text, model }));
}

/** Creates the vision model, or without one, local code that only measures images. */
export const createVision = ({ vision }: Env): VisionProvider =>
  vision ? createVisionModel(vision) : createLocalVision();

interface Moderators {
  readonly moderation: Moderation;
  /** Null when no service is configured: images then pass unchecked. */
  readonly pictureModeration: PictureModeration | null;
}

/**
 * Text is checked by the built-in rules, then by the service if configured. Images: only by the
 * service.
 */
export function createModerators({
  moderation,
  blockedTerms,
}: Pick<Env, 'moderation' | 'blockedTerms'>): Moderators {
  const rules = createWordRules(blockedTerms);
  if (!moderation) return { moderation: rules, pictureModeration: null };
  const service = createModerationService(moderation);
  return { moderation: chainModerators([rules, service]), pictureModeration: service };
}
