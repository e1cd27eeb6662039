import { useQuery } from '@tanstack/react-query';
import type { Generation, GenerationStepStage } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { isOpen } from '../../generations/generation-state';
import { OFTEN_MS, RARELY_MS, usePollPause } from '../../live/use-is-live';

/**
 * Most webhooks are delivered within this time after the generation ends; later attempts are
 * minutes apart.
 */
const SOON_MS = 30_000;

/**
 * Returns a generation's steps. The event stream does not report webhook deliveries, so this hook
 * polls.
 */
export function useSteps(generation: Generation) {
  const pause = usePollPause();
  return useQuery({
    ...apiQuery('/generations/{id}/steps', { params: { id: generation.id } }),
    select: ({ data }) => data,
    refetchInterval: ({ state }) => {
      if (isOpen(generation)) return pause;
      if (!state.data?.data.some(({ ended_at: end }) => end === null)) return false;
      return Date.now() - (generation.completed_at ?? 0) < SOON_MS ? OFTEN_MS : RARELY_MS;
    },
  });
}

/** Labels for the stages. */
export const STAGE_WORDS: Record<GenerationStepStage, string> = {
  queue: 'Queued',
  scene_analysis: 'Analyze scene',
  character_analysis: 'Analyze character',
  text_model: 'Write prompt',
  image_generation: 'Generate image',
  video_generation: 'Generate video',
  speech_generation: 'Generate speech',
  lip_sync: 'Sync lips',
  storage: 'Store files',
  webhook: 'Deliver webhook',
};
