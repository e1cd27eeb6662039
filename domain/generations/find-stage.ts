import type { Stage } from '../catalogue/stages.js';
import type { Generation } from '../../entities/generation.js';

/** Finds the first stage of an open generation that has no result in the row yet. */
export function findStage({
  status,
  type,
  makers,
  inputs,
  options,
}: Pick<Generation, 'status' | 'type' | 'makers' | 'inputs' | 'options'>): Stage {
  if (status === 'queued') return 'queue';
  if (makers[type]) return 'storage';
  if (options.spoken && !makers.speech) return 'speech_generation';
  const hasFrame = makers.image ?? inputs.some(({ role }) => role === 'start_frame');
  return type === 'video' && hasFrame ? 'video_generation' : 'image_generation';
}
