import type { DataSource } from 'typeorm';
import { ProviderFailure } from '../domain/ports/provider.js';
import type { VisionProvider } from '../domain/ports/vision.js';
import { hasAnalysisFailure } from '../domain/catalogue/simulate.js';
import { claimGeneration } from '../domain/generations/advance-generation.js';
import { recordAnalysis } from '../domain/generations/record-progress.js';
import type { AnalysisStage } from '../domain/catalogue/runs.js';
import { loadPicture, type InputDeps } from './inputs.js';

export interface AnalyseDeps extends InputDeps {
  readonly db: DataSource;
  readonly vision: VisionProvider;
}

export interface AnalyseInput {
  readonly generationId: string;
  readonly stage: AnalysisStage;
}

const SUBJECTS = { scene_analysis: 'scene', character_analysis: 'character' } as const;

/** Analyses one stage's images and stores the description for the prompt. */
export async function analyse(
  deps: AnalyseDeps,
  { generationId, stage }: AnalyseInput,
  signal: AbortSignal,
): Promise<void> {
  const row = await claimGeneration(deps.db, generationId, { stage });
  if (row?.request.prompt && hasAnalysisFailure(row.request.prompt)) {
    throw new ProviderFailure('unavailable', 'The analysis service did not answer.', 503);
  }
  const given = row?.inputs.filter(({ role }) => role === SUBJECTS[stage]) ?? [];
  if (given.length === 0) return;
  const images: Buffer[] = [];
  for (const input of given) images.push((await loadPicture(deps, input)).bytes);
  const { text } = await deps.vision.describe(SUBJECTS[stage], images, signal);
  await recordAnalysis(deps.db, generationId, stage, text);
}
