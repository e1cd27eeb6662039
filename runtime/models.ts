import { createLocalVision } from '../adapters/providers/local/vision.js';
import type { Moderation, PictureModeration } from '../domain/ports/moderation.js';
import { chainModerators, createWordRules } from '../adapters/moderation/moderators.js';
import { createModerationService } from '../adapters/providers/openai/moderation.js';
import { createTextModel } from '../adapters/providers/openai/text.js';
import { createVisionModel } from '../adapters/providers/openai/vision.js';
import type { TextProvider } from '../domain/ports/text.js';
import type { VisionProvider } from '../domain/ports/vision.js';
import type { Env } from './env.js';

/** Creates the text models, the preferred first; none if no server is configured. */
export function createTextModels({ text }: Env): readonly TextProvider[] {
  if (!text) return [];
  return text.models.map((model) => createTextModel({ ...text, model }));
}

/**
 * Creates the vision model; if none is configured, creates local code that only measures images.
 */
export const createVision = ({ vision }: Env): VisionProvider =>
  vision ? createVisionModel(vision) : createLocalVision();

interface Moderators {
  readonly moderation: Moderation;
  /** Image moderation; null if no service is configured: images are then not checked. */
  readonly pictureModeration: PictureModeration | null;
}

/**
 * Creates the moderators. The built-in rules check text, and the service does too if configured.
 * Only the service checks images.
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
