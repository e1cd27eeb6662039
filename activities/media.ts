import { analyse, type AnalyseDeps, type AnalyseInput } from './analyse.js';
import {
  generate,
  type GenerateDeps,
  type GeneratedAsset,
  type GenerateInput,
} from './generate.js';
import { alive } from './heartbeat.js';
import { imageJob, videoJob, type JobDeps } from './jobs.js';
import { keepOutput, type KeepDeps, type KeepInput } from './keep-output.js';
import { keepVideo, type KeepVideoDeps, type KeepVideoInput } from './keep-video.js';
import { writePrompt, type WriteDeps, type WriteInput } from './write-prompt.js';

export type MediaDeps = AnalyseDeps & GenerateDeps & JobDeps & KeepDeps & KeepVideoDeps & WriteDeps;

/** Where a first frame waits that was generated; null when one was given. */
export type FilmInput = GenerateInput & { readonly frame: string | null };

const READ_DEADLINE_MS = 25_000;
const IMAGE_DEADLINE_MS = 280_000;
const VIDEO_DEADLINE_MS = 2_040_000;
const KEEP_DEADLINE_MS = 110_000;

/** Steps that move media or call an upstream; each is alive by heartbeats and has a deadline. */
export function createMediaActivities(deps: MediaDeps) {
  return {
    async analyse(input: AnalyseInput): Promise<void> {
      await alive(READ_DEADLINE_MS, (signal) => analyse(deps, input, signal));
    },

    async writePrompt(input: WriteInput): Promise<void> {
      await alive(READ_DEADLINE_MS, (signal) => writePrompt(deps, input, signal));
    },

    async generateImage(input: GenerateInput): Promise<GeneratedAsset | null> {
      return alive(IMAGE_DEADLINE_MS, (signal, say) =>
        generate(deps, input, { signal, say }, (row) => imageJob(deps, row, input)),
      );
    },

    async generateVideo(input: FilmInput): Promise<GeneratedAsset | null> {
      return alive(VIDEO_DEADLINE_MS, (signal, say) =>
        generate(deps, input, { signal, say }, (row) => videoJob(deps, row, input, input.frame)),
      );
    },

    async keepOutput(input: KeepInput): Promise<void> {
      await alive(KEEP_DEADLINE_MS, () => keepOutput(deps, input));
    },

    async keepVideo(input: KeepVideoInput): Promise<void> {
      await alive(KEEP_DEADLINE_MS, () => keepVideo(deps, input));
    },
  };
}

export type MediaActivities = ReturnType<typeof createMediaActivities>;
