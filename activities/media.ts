import { StorageUnavailable } from '../domain/ports/object-store.js';
import { analyse, type AnalyseDeps, type AnalyseInput } from './analyse.js';
import { keepAlive } from './keep-alive.js';
import { keepWords } from './keep-words.js';
import { refuseAfterLosses } from './lost-workers.js';
import { keepOutput, type KeepInput } from './keep-output.js';
import { keepSpeech } from './keep-speech.js';
import { keepVideo, type KeepVideoInput } from './keep-video.js';
import { createMakingSteps, type MakingDeps, type RunStep } from './making-steps.js';
import { writePrompt, type WriteDeps, type WriteInput } from './write-prompt.js';

export type MediaDeps = AnalyseDeps & MakingDeps & WriteDeps;

/** Reports a storage failure. The asset exists, so only storing is retried. */
const buildStoreTimeout = () => new StorageUnavailable('The step took too long.');

/** Creates the steps that transfer media or call an upstream. */
export function createMediaActivities(deps: MediaDeps) {
  const runStep: RunStep = (of, step, late) =>
    keepAlive((run) => keepWords(deps, of, () => step(run)), late);

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

    ...createMakingSteps(deps, runStep),

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

    async keepSpeech(input: KeepInput): Promise<void> {
      const of = { ...input, stage: 'storage' } as const;
      const step = refuseAfterLosses(({ signal }) => keepSpeech(deps, input, signal));
      await runStep(of, step, buildStoreTimeout);
    },
  };
}

export type MediaActivities = ReturnType<typeof createMediaActivities>;
