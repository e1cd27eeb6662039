import type { Generation } from '../../api/contract';
import type { GenerationRequest } from '../../generations/code-samples';

/**
 * Returns a generation's request, to send it again. It has no files, because the API does not store
 * them.
 */
export function toRequest(generation: Generation): GenerationRequest {
  const { type, request } = generation;
  const shared = {
    ...(request.prompt !== null && { prompt: request.prompt }),
    ...(request.character_id !== null && { character_id: request.character_id }),
    ...(request.product_id !== null && { product_id: request.product_id }),
  };
  const seed = request.seed === null ? {} : { seed: request.seed };
  if (type === 'image') {
    const { aspect_ratio, resolution } = request;
    return { path: '/v1/images', body: { ...shared, aspect_ratio, resolution, ...seed } };
  }
  const { model, duration, aspect_ratio, resolution, audio } = request;
  const { motion_orientation } = request;
  // A motion clip determines the duration.
  const motion = motion_orientation === null ? { duration } : { motion_orientation };
  const { script, voice_key, language } = request;
  const spoken = script !== null && {
    script,
    ...(voice_key !== null && { voice_key }),
    ...(language !== null && { language }),
  };
  const body = { model, ...shared, ...spoken, ...motion, resolution, aspect_ratio, audio, ...seed };
  return { path: '/v1/videos', body };
}

/** Returns the same request without its seed, so that the result differs. */
export function toVariation(generation: Generation): GenerationRequest {
  const { path, body } = toRequest(generation);
  const { seed: _, ...rest } = body;
  return { path, body: rest };
}
