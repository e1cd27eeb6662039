import { Type, type Static } from 'typebox';
import type { Stage } from '../catalogue/stages.js';
import { buildNamedChoice, buildNullable, ObjectName, UnixMs } from './common.js';

/** Steps of a generation that take time: its stages, and its webhooks' attempts. */
export type StepStage = Exclude<Stage, 'prompt_merge'> | 'webhook';

const StepStageName = buildNamedChoice<StepStage>('GenerationStepStage', 'The work of a step', {
  queue: 'waiting for a worker',
  scene_analysis: 'analysing the scene image',
  character_analysis: 'analysing the character',
  text_model: 'writing the prompt with a model',
  image_generation: 'generating the image, or the first frame of a video',
  video_generation: 'generating the clip',
  storage: 'creating and storing the files, until the generation is completed',
  webhook:
    'one attempt to deliver the final event to one webhook; while it is open, the step includes the wait before it',
});

/** A step in a response. */
export const GenerationStepSchema = Type.Object(
  {
    object: ObjectName('generation_step'),
    stage: StepStageName,
    provider: buildNullable(
      Type.String({ description: 'Provider that was called; null unless you are an operator' }),
    ),
    attempt: Type.Integer({
      minimum: 1,
      description:
        'Number of the attempt: counted over all stages for a model call, otherwise within this stage',
    }),
    started_at: UnixMs('When it started'),
    ended_at: buildNullable(UnixMs('When it ended; null while in progress')),
    outcome: buildNullable(
      Type.String({
        examples: ['ok', 'PROVIDER_ERROR'],
        description:
          '`ok`, or an error code: a `GenerationErrorCode`, or a `WebhookDeliveryError` for a webhook. Null while in progress',
      }),
    ),
    webhook_id: buildNullable(
      Type.String({ description: 'Webhook of the delivery; null for other stages' }),
    ),
    upstream_id: buildNullable(
      Type.String({
        description: 'Id of the job at the provider; null unless you are an operator',
      }),
    ),
    cost_usd: buildNullable(
      Type.Number({
        minimum: 0,
        description:
          'Amount the provider charged, if it reports it; null unless you are an operator',
      }),
    ),
  },
  { $id: 'GenerationStep', description: 'One attempt of one stage of a generation' },
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

/** Presents a step. @param forOperator includes the providers and their costs */
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
