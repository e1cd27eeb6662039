import { useQuery } from '@tanstack/react-query';
import type { Generation, GenerationStepStage } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { isOpen } from '../../generations/generation-state';
import { useIsLive } from '../../live/use-is-live';

const RARELY_MS = 20_000;
const OFTEN_MS = 2_000;
/** How long after its end a webhook is mostly told; tries that follow are minutes apart. */
const SOON_MS = 30_000;

/** What a generation has spent its time with. Of webhooks the stream tells nothing. */
export function useSteps(generation: Generation) {
  const isLive = useIsLive();
  return useQuery({
    ...apiQuery('/generations/{id}/steps', { params: { id: generation.id } }),
    select: ({ data }) => data,
    refetchInterval: ({ state }) => {
      if (isOpen(generation)) return isLive ? RARELY_MS : OFTEN_MS;
      if (!state.data?.data.some(({ ended_at: end }) => end === null)) return false;
      return Date.now() - (generation.completed_at ?? 0) < SOON_MS ? OFTEN_MS : RARELY_MS;
    },
  });
}

/** Stages in the words of people. */
export const STAGE_WORDS: Record<GenerationStepStage, string> = {
  queue: 'Wait for a worker',
  scene_analysis: 'Look at the scene',
  character_analysis: 'Look at the character',
  text_model: 'Write the prompt',
  image_generation: 'Make the picture',
  video_generation: 'Make the clip',
  storage: 'Store the files',
  webhook: 'Tell a webhook',
};
