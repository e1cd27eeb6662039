import type { DataSource } from 'typeorm';
import { ProviderFailure } from '../adapters/providers/provider.js';
import type { VisionProvider } from '../adapters/providers/vision.js';
import { wantsAnalysisFailure } from '../domain/catalogue/simulate.js';
import { claimGeneration, recordAnalysis } from '../domain/commands/advance-generation.js';
import type { AnalysisStage } from '../workflows/names.js';
import { load, type InputDeps } from './inputs.js';

export interface AnalyseDeps extends InputDeps {
  readonly db: DataSource;
  readonly vision: VisionProvider;
}

export interface AnalyseInput {
  readonly generationId: string;
  readonly stage: AnalysisStage;
}

const ROLES = { scene_analysis: 'scene', character_analysis: 'character' } as const;

/** Looks at the picture of one stage and keeps what it saw for the prompt. */
export async function analyse(
  deps: AnalyseDeps,
  { generationId, stage }: AnalyseInput,
  signal: AbortSignal,
): Promise<void> {
  const row = await claimGeneration(deps.db, generationId);
  if (row?.request.prompt && wantsAnalysisFailure(row.request.prompt)) {
    throw new ProviderFailure('unavailable', 'The analysis service did not answer.', 503);
  }
  const given = row?.inputs.find(({ role }) => role === ROLES[stage]);
  if (!given) return;
  const { bytes } = await load(deps, given);
  const seen = await deps.vision.analyse(bytes, signal);
  await recordAnalysis(deps.db, generationId, stage, seen.description);
}
