import { Type, type Static } from 'typebox';
import type { Stage } from '../catalogue/stages.js';
import { namedChoice, nullable, ObjectName, UnixMs } from './common.js';

/** What can take time for a generation: its stages, and the attempts of its webhooks. */
export type StepStage = Exclude<Stage, 'prompt_merge'> | 'webhook';

const StepStageName = namedChoice<StepStage>('GenerationStepStage', 'What is done in a step', {
  queue: 'waiting for a worker',
  scene_analysis: 'looking at the scene image',
  character_analysis: 'looking at the character',
  text_model: 'a model writes the prompt',
  image_generation: 'making the image, or the first frame of a video',
  video_generation: 'making the clip',
  storage: 'making and storing the files, until the generation is completed',
  webhook:
    'one attempt to deliver the event of its end to one webhook, with the wait before it as long as it has not ended',
});

/** A step, as callers see it. */
export const GenerationStepSchema = Type.Object(
  {
    object: ObjectName('generation_step'),
    stage: StepStageName,
    provider: nullable(Type.String({ description: 'Whom it asked; only operators are told' })),
    attempt: Type.Integer({
      minimum: 1,
      description: 'Number of the try: of a model counted over all stages, of others over this one',
    }),
    started_at: UnixMs('When it began'),
    ended_at: nullable(UnixMs('When it ended; null while it is under way')),
    outcome: nullable(
      Type.String({
        examples: ['ok', 'PROVIDER_ERROR'],
        description:
          '`ok`, an error code of generations (`GenerationErrorCode`), or of a webhook that of a delivery (`WebhookDeliveryError`); null while it is under way',
      }),
    ),
    webhook_id: nullable(
      Type.String({ description: 'The webhook that is told; null for everything else' }),
    ),
    upstream_id: nullable(
      Type.String({ description: 'Id of the order at the provider; only operators are told' }),
    ),
    cost_usd: nullable(
      Type.Number({
        minimum: 0,
        description: 'What the provider charged us, when it says so; only operators are told',
      }),
    ),
  },
  { $id: 'GenerationStep', description: 'One try of one stage of a generation' },
);
export type GenerationStepBody = Static<typeof GenerationStepSchema>;

/** What is known of a step. */
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

/** @param forOperator shows who our providers are, and what they cost us */
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
