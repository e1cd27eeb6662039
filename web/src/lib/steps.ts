import { queryOptions } from '@tanstack/react-query';
import { client } from '../api/client.gen';
import type { TimelineStage } from '../api';

/** One attempt at one stage of a generation. */
export interface GenerationStep {
  readonly object: 'generation_step';
  readonly stage: TimelineStage;
  /** For operators alone, like the next two of its kind. */
  readonly provider: string | null;
  readonly attempt: number;
  readonly started_at: number;
  readonly ended_at: number | null;
  /** `ok`, an error code, or null while it is under way. */
  readonly outcome: string | null;
  readonly upstream_id: string | null;
  readonly cost_usd: number | null;
}

interface StepList {
  readonly data: readonly GenerationStep[];
}

export const stepsOptions = (id: string) =>
  queryOptions({
    queryKey: ['steps', id],
    queryFn: async ({ signal }) => {
      const { data } = await client.get<{ 200: StepList }, unknown, true>({
        url: '/generations/{id}/steps',
        path: { id },
        signal,
        throwOnError: true,
      });
      return data.data;
    },
  });

/** Stages in the words of people. */
export const STAGE_WORDS: Record<TimelineStage, string> = {
  scene_analysis: 'Look at the scene',
  character_analysis: 'Look at the character',
  prompt_merge: 'Put the prompt together',
  text_model: 'Write the prompt',
  image_generation: 'Make the picture',
  video_generation: 'Make the clip',
  storage: 'Store the files',
  queue: 'Wait for a worker',
};
