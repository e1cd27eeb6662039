import { ProviderFailure } from '../domain/ports/provider.js';
import { buildKey } from '../domain/catalogue/object-keys.js';
import { claimGeneration } from '../domain/generations/advance-generation.js';
import { recordReported } from '../domain/generations/record-reported.js';
import { STAGE_OF } from '../domain/generations/record-progress.js';
import { generateDirectly } from './generate-directly.js';
import { generateQueued } from './generate-queued.js';
import type { GenerateDeps, GeneratedAsset, GenerateInput, JobMaker } from './generate-step.js';
import type { StepContext } from './keep-alive.js';
import { noteProgress } from './note-progress.js';

/**
 * Claims the generation and lets one upstream make the asset.
 * @returns null if the generation was cancelled while queued
 */
export async function generate(
  deps: GenerateDeps,
  input: GenerateInput,
  run: StepContext,
  maker: JobMaker,
): Promise<GeneratedAsset | null> {
  const { generationId, route, attempt } = input;
  const claim = { stage: STAGE_OF[maker.kind], attempt, provider: route.provider };
  const row = await claimGeneration(deps.db, generationId, claim);
  deps.pass('claim.after_commit');
  if (!row) return null;
  const provider = deps.providers.get(route.provider);
  if (!provider) throw new ProviderFailure('rejected', 'This provider is not configured.');
  const assetKey = buildKey({ kind: 'asset', id: row.id, name: String(attempt), extension: null });
  const attempted = { generationId, stage: claim.stage, attempt };
  const reportState = noteProgress(run.reportState, (reported) =>
    recordReported(deps.db, attempted, reported),
  );
  const step = {
    row,
    input,
    run: { ...run, reportState },
    maker,
    made: { assetKey, provider: provider.name },
  };
  return provider.mode === 'direct'
    ? generateDirectly(deps, provider, step)
    : generateQueued(deps, provider, step);
}
