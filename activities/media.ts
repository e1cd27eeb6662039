import { StorageUnavailable } from '../domain/ports/object-store.js';
import { STAGE_OF } from '../domain/generations/record-progress.js';
import type { Generation } from '../entities/generation.js';
import { analyse, type AnalyseDeps, type AnalyseInput } from './analyse.js';
import { generate } from './generate.js';
import type { GenerateDeps, GeneratedAsset, GenerateInput, JobMaker } from './generate-step.js';
import { buildImageJob, buildVideoJob, type JobDeps } from './build-provider-job.js';
import { keepAlive, type StepContext } from './keep-alive.js';
import { keepWords, type StepAttempt } from './keep-words.js';
import { refuseAfterLosses } from './lost-workers.js';
import { keepOutput, type KeepDeps, type KeepInput } from './keep-output.js';
import { keepVideo, type KeepVideoDeps, type KeepVideoInput } from './keep-video.js';
import { writePrompt, type WriteDeps, type WriteInput } from './write-prompt.js';

export type MediaDeps = AnalyseDeps & GenerateDeps & JobDeps & KeepDeps & KeepVideoDeps & WriteDeps;

/** Reports a storage failure. The asset exists, so only storing is retried. */
const buildStoreTimeout = () => new StorageUnavailable('The step took too long.');

/** `keep` means that the result is the output, so a direct provider may store it immediately. */
export type MakeInput = GenerateInput & { readonly keep?: boolean };

/** `frame` is the key of a generated first frame; null if the caller provided the frame. */
export type FilmInput = MakeInput & { readonly frame: string | null };

/** Creates the steps that transfer media or call an upstream. */
export function createMediaActivities(deps: MediaDeps) {
  /** Runs a step whose upstream may return a message that must not enter the history. */
  const runStep = <T>(
    of: StepAttempt,
    step: (run: StepContext) => Promise<T>,
    late?: () => Error,
  ): Promise<T> => keepAlive((run) => keepWords(deps, of, () => step(run)), late);

  return {
    async analyse(input: AnalyseInput): Promise<void> {
      await runStep(
        input,
        refuseAfterLosses(({ signal }) => analyse(deps, input, signal)),
      );
    },

    async writePrompt(input: WriteInput): Promise<void> {
      const of = { ...input, stage: 'text_model' } as const;
      await runStep(of, ({ signal }) => writePrompt(deps, input, signal));
    },

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

    async keepOutput(input: KeepInput): Promise<void> {
      await keepAlive(
        refuseAfterLosses(({ signal }) => keepOutput(deps, input, signal)),
        buildStoreTimeout,
      );
    },

    async keepVideo(input: KeepVideoInput): Promise<void> {
      const of = { ...input, stage: 'storage' } as const;
      const step = refuseAfterLosses(({ signal }) => keepVideo(deps, input, signal));
      await runStep(of, step, buildStoreTimeout);
    },
  };
}

export type MediaActivities = ReturnType<typeof createMediaActivities>;
