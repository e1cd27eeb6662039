import type { GenerationJob } from '../catalogue/runs.js';
import type { Stage, WorkType } from '../catalogue/stages.js';
import type { WorkflowToStart } from '../durable/start-workflow.js';

/** The workflow's inputs, except the generation's id. */
export type JobChoices = Omit<GenerationJob, 'generationId' | 'credits'>;

interface GenerationFacts {
  readonly id: string;
  readonly type: WorkType;
  readonly model: string;
  readonly credits: number;
}

const WORKFLOWS = {
  image: 'generateImage',
  video: 'generateVideo',
  speech: 'generateSpeech',
} as const satisfies Record<WorkType, string>;

/** Builds a generation's workflow: its id, its inputs, and the search attributes for operators. */
export function buildGenerationWorkflow(
  { id, type, model, credits }: GenerationFacts,
  accountId: string,
  choices: JobChoices,
): WorkflowToStart {
  const job: GenerationJob = { generationId: id, credits, ...choices };
  return {
    workflowId: id,
    workflowType: WORKFLOWS[type],
    args: [job],
    accountId,
    summary: `${type} · ${model} · ${accountId}`,
    attributes: {
      AccountId: accountId,
      GenerationType: type,
      Model: model,
      Stage: choices.analyses[0] ?? chooseFirstStage(type, choices),
    },
  };
}

/** Returns the first stage: a script is spoken first, then a missing first frame is generated. */
function chooseFirstStage(type: WorkType, { firstFrame, speech }: JobChoices): Stage {
  if (type === 'speech' || speech) return 'speech_generation';
  return type === 'image' || firstFrame ? 'image_generation' : 'video_generation';
}
