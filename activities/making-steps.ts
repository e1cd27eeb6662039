import { STAGE_OF } from '../domain/generations/record-progress.js';
import type { Generation } from '../entities/generation.js';
import { buildImageJob, buildVideoJob, type JobDeps } from './build-provider-job.js';
import { buildSpeechJob } from './build-speech-job.js';
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

/** `frame` is the key of a generated first frame; null if the caller provided the frame. */
export type FilmInput = MakeInput & { readonly frame: string | null };

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
      const { generationId, frame } = input;
      const make = (row: Generation) => buildVideoJob(deps, row, input, frame);
      const keep: JobMaker['keep'] = (made, bytes, end) =>
        keepVideo(deps, { generationId, ...made, frame }, end, bytes);
      const of = { ...input, stage: STAGE_OF.video };
      const maker = { kind: 'video', make, ...(input.keep && { keep }) } as const;
      return runStep(of, (run) => generate(deps, input, run, maker));
    },

    async generateSpeech(input: MakeInput): Promise<GeneratedAsset | null> {
      const { generationId } = input;
      const make = (row: Generation) => Promise.resolve(buildSpeechJob(row, input));
      const keep: JobMaker['keep'] = (made, bytes, end) =>
        keepSpeech(deps, { generationId, ...made }, end, bytes);
      const of = { ...input, stage: STAGE_OF.speech };
      const maker = { kind: 'speech', make, ...(input.keep && { keep }) } as const;
      return runStep(of, (run) => generate(deps, input, run, maker));
    },
  };
}
