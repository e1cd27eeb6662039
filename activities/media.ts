import { analyse, type AnalyseDeps, type AnalyseInput } from './analyse.js';
import { alive } from './heartbeat.js';
import { keepOutput, type KeepDeps, type KeepInput } from './keep-output.js';
import { render, type GeneratedAsset, type RenderDeps, type RenderInput } from './render.js';

export type MediaDeps = AnalyseDeps & RenderDeps & KeepDeps;

const ANALYSE_DEADLINE_MS = 25_000;
const RENDER_DEADLINE_MS = 280_000;
const KEEP_DEADLINE_MS = 110_000;

/** Steps that move media or call an upstream; each is alive by heartbeats and has a deadline. */
export function createMediaActivities(deps: MediaDeps) {
  return {
    async analyse(input: AnalyseInput): Promise<void> {
      await alive(ANALYSE_DEADLINE_MS, (signal) => analyse(deps, input, signal));
    },

    async generateImage(input: RenderInput): Promise<GeneratedAsset | null> {
      return alive(RENDER_DEADLINE_MS, (signal) => render(deps, input, signal));
    },

    async keepOutput(input: KeepInput): Promise<void> {
      await alive(KEEP_DEADLINE_MS, () => keepOutput(deps, input));
    },
  };
}

export type MediaActivities = ReturnType<typeof createMediaActivities>;
