import { Type, type Static } from 'typebox';
import type { Stage } from '../catalogue/stages.js';
import { buildNamedChoice, buildNullable, ObjectName, UnixMs } from './common.js';

/** Steps of a generation that take time: its stages, and its webhooks' attempts. */
export type StepStage = Exclude<Stage, 'prompt_merge'> | 'webhook';

const StepStageName = buildNamedChoice<StepStage>('GenerationStepStage', 'The kind of step', {
  queue: 'waiting for a worker',
  scene_analysis: 'analyzing the scene image',
  character_analysis: 'analyzing the character',
  text_model: 'writing the prompt with a model',
  image_generation: 'generating the image, or the first frame of a video',
  video_generation: 'generating the clip',
  speech_generation: 'speaking the text',
  lip_sync: 'moving the lips of the person in the clip',
  storage: 'creating and storing the files, until the generation is complete',
  webhook:
    'one attempt to deliver the final event to a webhook. While the attempt is pending or in progress, the step also includes the wait before it',
});

/** A step in a response. */
export const GenerationStepSchema = Type.Object(
  {
    object: ObjectName('generation_step'),
    stage: StepStageName,
    provider: buildNullable(
      Type.String({ description: 'The provider that was called. Null unless you are an operator' }),
    ),
    attempt: Type.Integer({
      minimum: 1,
      description:
        'Attempt number. Model calls are numbered across all stages, other attempts within their stage',
    }),
    started_at: UnixMs('Start time'),
    ended_at: buildNullable(UnixMs('End time', 'Null while in progress')),
    outcome: buildNullable(
      Type.String({
        examples: ['ok', 'PROVIDER_ERROR'],
        description:
          '`ok`, or an error code: a `GenerationErrorCode`, or a `WebhookDeliveryError` for a webhook. Null while in progress',
      }),
    ),
    webhook_id: buildNullable(
      Type.String({ description: 'The webhook of the delivery. Null for other stages' }),
    ),
    upstream_id: buildNullable(
      Type.String({
        description: "The provider's ID for the job. Null unless you are an operator",
      }),
    ),
    cost_usd: buildNullable(
      Type.Number({
        minimum: 0,
        description:
          'The amount the provider charged, in US dollars, if it reports costs. Null unless you are an operator',
      }),
    ),
  },
  { $id: 'GenerationStep', description: 'One attempt at one stage of a generation' },
);
export type GenerationStepBody = Static<typeof GenerationStepSchema>;

/** The stored data of a step. */
export interface StepView {
  readonly stage: StepStage;
  readonly provider: string | null;
  readonly attempt: number;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly outcome: string | null;
  readonly webhookId: string | null;
  readonly upstreamId: string | null;
  readonly costUsd: number | null;
}

/**
 * Presents a step.
 * @param forOperator includes the providers and their costs
 */
export function presentStep(step: StepView, forOperator: boolean): GenerationStepBody {
  return {
    object: 'generation_step',
    stage: step.stage,
    provider: forOperator ? step.provider : null,
    attempt: step.attempt,
    started_at: step.startedAt.getTime(),
    ended_at: step.endedAt?.getTime() ?? null,
    outcome: step.outcome,
    webhook_id: step.webhookId,
    upstream_id: forOperator ? step.upstreamId : null,
    cost_usd: forOperator ? step.costUsd : null,
  };
}
