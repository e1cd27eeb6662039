import { useQuery } from '@tanstack/react-query';
import type { Generation, GenerationStepStage } from '../api';
import { listGenerationStepsOptions } from '../api/@tanstack/react-query.gen';
import { isOpen } from './generation-state';
import { useIsLive } from './use-is-live';

const RARELY_MS = 20_000;
const OFTEN_MS = 2_000;

/** What a generation has spent its time with. Of webhooks the stream tells nothing. */
export function useSteps(generation: Generation) {
  const isLive = useIsLive();
  return useQuery({
    ...listGenerationStepsOptions({ path: { id: generation.id } }),
    select: ({ data }) => data,
    refetchInterval: ({ state }) => {
      if (isOpen(generation)) return isLive ? RARELY_MS : OFTEN_MS;
      return state.data?.data.some(({ ended_at: end }) => end === null) ? OFTEN_MS : false;
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
