import { STAGE_OF } from '../domain/generations/record-progress.js';
import type { Generation } from '../entities/generation.js';
import { buildImageJob, buildVideoJob, type JobDeps } from './build-provider-job.js';
import { buildLipSyncJob } from './build-lip-sync-job.js';
import { buildSpeechJob } from './build-speech-job.js';
import { fitSpeech } from './fit-speech.js';
import { generate } from './generate.js';
import type { GenerateDeps, GeneratedAsset, GenerateInput, JobMaker } from './generate-step.js';
import type { StepContext } from './keep-alive.js';
import { keepOutput, type KeepDeps } from './keep-output.js';
import { keepSpeech } from './keep-speech.js';
import { keepVideo, type KeepVideoDeps } from './keep-video.js';
import type { StepAttempt } from './keep-words.js';

export type MakingDeps = GenerateDeps & JobDeps & KeepDeps & KeepVideoDeps;

/** `keep` means that the result is the output, so a direct provider may store it immediately. */
export type MakeInput = GenerateInput & { readonly keep?: boolean };

export type SpeakInput = MakeInput & {
  /**
   * Factor of a script's tempo. With 1, speech that is a little too long is returned with the order
   * to repeat; it is refused with another factor, and without one, as in runs of earlier versions.
   */
  readonly speed?: number;
};

/** `frame` is the key of a generated first frame; null if the caller provided the frame. */
export type FilmInput = MakeInput & {
  readonly frame: string | null;
  /** Key of the spoken script; absent without one. */
  readonly speech?: string;
};

/** `clip` and `speech` are the keys of a clip and of the spoken script. */
export type SyncInput = GenerateInput & { readonly clip: string; readonly speech: string };

/** Runs a step whose upstream may return a message that must not enter the history. */
export type RunStep = <T>(
  of: StepAttempt,
  step: (run: StepContext) => Promise<T>,
  late?: () => Error,
) => Promise<T>;

/** Creates the steps that let an upstream make a part of a generation. */
export function createMakingSteps(deps: MakingDeps, runStep: RunStep) {
  return {
    async generateImage(input: MakeInput): Promise<GeneratedAsset | null> {
      const { generationId } = input;
      const make = (row: Generation) => buildImageJob(deps, row, input);
      const keep: JobMaker['keep'] = (made, bytes, end) =>
        keepOutput(deps, { generationId, ...made }, end, bytes);
      const of = { ...input, stage: STAGE_OF.image };
      const maker = { kind: 'image', make, ...(input.keep && { keep }) } as const;
      return runStep(of, (run) => generate(deps, input, run, maker));
    },

    async generateVideo(input: FilmInput): Promise<GeneratedAsset | null> {
      const { generationId, frame, speech } = input;
      const parts = { frame, ...(speech !== undefined && { speech }) };
      const make = (row: Generation) => buildVideoJob(deps, row, input, parts);
      const keep: JobMaker['keep'] = (made, bytes, end) =>
        keepVideo(deps, { generationId, ...made, ...parts }, end, bytes);
      const of = { ...input, stage: STAGE_OF.video };
      const maker = { kind: 'video', make, ...(input.keep && { keep }) } as const;
      return runStep(of, (run) => generate(deps, input, run, maker));
    },

    async syncLips(input: SyncInput): Promise<GeneratedAsset | null> {
      const make = (row: Generation) => buildLipSyncJob(deps, row, input);
      const of = { ...input, stage: STAGE_OF.lip_sync };
      return runStep(of, (run) => generate(deps, input, run, { kind: 'lip_sync', make }));
    },

    async generateSpeech(input: SpeakInput): Promise<GeneratedAsset | null> {
      const { generationId } = input;
      const make = (row: Generation) => buildSpeechJob(deps, row, input);
      const keep: JobMaker['keep'] = (made, bytes, end) =>
        keepSpeech(deps, { generationId, ...made }, end, bytes);
      const of = { ...input, stage: STAGE_OF.speech };
      const maker = { kind: 'speech', make, ...(input.keep && { keep }) } as const;
      return runStep(of, async (run) => {
        const made = await generate(deps, input, run, maker);
        if (!made || input.keep) return made;
        const again = await fitSpeech(deps, input, made.assetKey);
        return again ? { ...made, again } : made;
      });
    },
  };
}
