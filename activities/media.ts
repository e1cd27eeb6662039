import { StorageUnavailable } from '../domain/ports/object-store.js';
import { analyse, type AnalyseDeps, type AnalyseInput } from './analyse.js';
import {
  generate,
  type GenerateDeps,
  type GeneratedAsset,
  type GenerateInput,
} from './generate.js';
import { buildImageJob, buildVideoJob, type JobDeps } from './jobs.js';
import { keepAlive } from './keep-alive.js';
import { keepWords } from './keep-words.js';
import { keepOutput, type KeepDeps, type KeepInput } from './keep-output.js';
import { keepVideo, type KeepVideoDeps, type KeepVideoInput } from './keep-video.js';
import { writePrompt, type WriteDeps, type WriteInput } from './write-prompt.js';

export type MediaDeps = AnalyseDeps & GenerateDeps & JobDeps & KeepDeps & KeepVideoDeps & WriteDeps;

/** The asset is made: when its storing takes too long, that alone is tried again. */
const storeIsLate = () => new StorageUnavailable('The step took too long.');

/** Where a first frame waits that was generated; null when one was given. */
export type FilmInput = GenerateInput & { readonly frame: string | null };

/** Steps that move media or call an upstream. */
export function createMediaActivities(deps: MediaDeps) {
  return {
    async analyse(input: AnalyseInput): Promise<void> {
      await keepAlive(({ signal }) => keepWords(deps, input, () => analyse(deps, input, signal)));
    },

    async writePrompt(input: WriteInput): Promise<void> {
      await keepAlive(({ signal }) =>
        keepWords(deps, input, () => writePrompt(deps, input, signal)),
      );
    },

    async generateImage(input: GenerateInput): Promise<GeneratedAsset | null> {
      return keepAlive((run) =>
        keepWords(deps, input, () =>
          generate(deps, input, run, {
            kind: 'image',
            make: (row) => buildImageJob(deps, row, input),
          }),
        ),
      );
    },

    async generateVideo(input: FilmInput): Promise<GeneratedAsset | null> {
      return keepAlive((run) =>
        keepWords(deps, input, () =>
          generate(deps, input, run, {
            kind: 'video',
            make: (row) => buildVideoJob(deps, row, input, input.frame),
          }),
        ),
      );
    },

    async keepOutput(input: KeepInput): Promise<void> {
      await keepAlive(({ signal }) => keepOutput(deps, input, signal), storeIsLate);
    },

    async keepVideo(input: KeepVideoInput): Promise<void> {
      await keepAlive(
        ({ signal }) => keepWords(deps, input, () => keepVideo(deps, input, signal)),
        storeIsLate,
      );
    },
  };
}

export type MediaActivities = ReturnType<typeof createMediaActivities>;
