import type { DataSource } from 'typeorm';
import {
  ProviderFailure,
  type GenerationProvider,
  type ProviderJob,
} from '../domain/ports/provider.js';
import { FAILURES } from '../domain/catalogue/failure-retries.js';
import type { ModelSource } from '../domain/catalogue/model-source.js';
import { buildKey } from '../domain/catalogue/object-keys.js';
import { claimGeneration } from '../domain/generations/advance-generation.js';
import { recordMade } from '../domain/generations/record-progress.js';
import { recordHealth } from '../domain/generations/provider-health.js';
import type { Generation } from '../entities/generation.js';
import type { Pass } from '../domain/ports/checkpoint.js';
import type { Turns } from '../domain/ports/turns.js';
import { checkPictures, type PictureDeps } from './check-pictures.js';
import { checkPrompt } from './check-words.js';
import type { Run } from './keep-alive.js';
import { storeAsset, type Delivered, type StoreAssetDeps } from './store-asset.js';
import { runOrder, type OrderDeps } from './run-order.js';

export interface GenerateDeps extends OrderDeps, StoreAssetDeps, PictureDeps {
  readonly db: DataSource;
  readonly providers: ReadonlyMap<string, GenerationProvider>;
  readonly pass: Pass;
  /** Whose files are loaded and judged next. */
  readonly preparations: Turns;
}

/** One try with one model source. */
export interface GenerateInput {
  readonly generationId: string;
  readonly route: ModelSource;
  /** Counted from 1, over all stages and model sources of the generation. */
  readonly attempt: number;
}

/** Where a generated asset waits for the storage stage, and who made it. */
export interface GeneratedAsset {
  readonly assetKey: string;
  readonly provider: string;
}

/**
 * Claims the generation, has one upstream make the asset, and puts it into the store as it is.
 * @param jobFor makes the job for the upstream
 * @returns null when it is no longer wanted (cancelled while queued)
 */
export async function generate(
  deps: GenerateDeps,
  { generationId, route, attempt }: GenerateInput,
  run: Run,
  jobFor: (row: Generation) => Promise<ProviderJob>,
): Promise<GeneratedAsset | null> {
  const row = await claimGeneration(deps.db, generationId);
  deps.pass('claim.after_commit');
  if (!row) return null;
  const provider = deps.providers.get(route.provider);
  if (!provider) throw new ProviderFailure('rejected', 'This provider is not configured.');
  const job = await deps.preparations.take(row.accountId, async () => {
    // Another worker may have the step by now.
    run.signal.throwIfAborted();
    const made = await jobFor(row);
    await checkPrompt(deps, row, made, run.signal);
    await checkPictures(deps, made, run.signal);
    return made;
  });
  const name = String(attempt);
  const assetKey = buildKey({ kind: 'asset', id: row.id, name, extension: null });
  const work = () => make(deps, provider, job, run);
  // The renderer fails only on purpose or because of its input: its failures say nothing about
  // health.
  const asset = provider.mode === 'direct' ? await work() : await recordHealthOf(deps, route, work);
  await storeAsset(deps, asset, { key: assetKey, kind: job.kind });
  const notes = 'notes' in asset ? (asset.notes ?? []) : [];
  await recordMade(deps.db, row.id, { part: job.kind, provider: provider.name, attempt, notes });
  deps.pass('render.after_store');
  return { assetKey, provider: provider.name };
}

async function make(
  deps: GenerateDeps,
  provider: GenerationProvider,
  job: ProviderJob,
  run: Run,
): Promise<Delivered> {
  if (provider.mode === 'queued') return runOrder(deps, provider, job, run);
  const { signal, say } = run;
  const onProgress = (progress: number) => {
    say({ progress });
    deps.tellProgress(job.generationId, `${Math.round(progress * 100)} %`);
  };
  return provider.generate(job, { signal, onProgress });
}

/** Records how well the model source did this work; later requests order their sources by it. */
async function recordHealthOf<T>(
  { db }: GenerateDeps,
  route: ModelSource,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const done = await work();
    await recordHealth(db, route, true);
    return done;
  } catch (error) {
    if (error instanceof ProviderFailure && FAILURES[error.kind].blamesSource) {
      await recordHealth(db, route, false);
    }
    throw error;
  }
}
