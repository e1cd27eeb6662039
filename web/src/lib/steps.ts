import { queryOptions } from '@tanstack/react-query';
import type { GenerationStepStage } from '../api';
import { listGenerationStepsOptions } from '../api/@tanstack/react-query.gen';

/** Every attempt at every stage of a generation. */
export const stepsOptions = (id: string) =>
  queryOptions({
    ...listGenerationStepsOptions({ path: { id } }),
    select: ({ data }) => data,
  });

/** Stages in the words of people. */
export const STAGE_WORDS: Record<GenerationStepStage, string> = {
  scene_analysis: 'Look at the scene',
  character_analysis: 'Look at the character',
  text_model: 'Write the prompt',
  image_generation: 'Make the picture',
  video_generation: 'Make the clip',
  storage: 'Store the files',
  queue: 'Wait for a worker',
  webhook: 'Tell the webhook',
};
