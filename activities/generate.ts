import type { DataSource } from 'typeorm';
import {
  ProviderFailure,
  type DirectProvider,
  type GenerationProvider,
  type ProviderJob,
} from '../domain/ports/provider.js';
import { FAILURES } from '../domain/catalogue/failure-retries.js';
import type { ModelSource } from '../domain/catalogue/model-source.js';
import { buildKey } from '../domain/catalogue/object-keys.js';
import { claimGeneration } from '../domain/generations/advance-generation.js';
import { recordMade, STAGE_OF } from '../domain/generations/record-progress.js';
import { recordHealth } from '../domain/generations/provider-health.js';
import type { Generation } from '../entities/generation.js';
import type { Pass } from '../domain/ports/checkpoint.js';
import type { Turns } from '../domain/ports/turns.js';
import { checkPictures, type PictureDeps } from './check-pictures.js';
import { checkPrompt } from './check-words.js';
import type { Run } from './keep-alive.js';
import { refuseToLoseMore } from './lost-workers.js';
import type { PendingJob } from './place-order.js';
import { storeAsset, type Delivered, type StoreAssetDeps } from './store-asset.js';
import { keepAtOnce, type Keeping } from './keep-at-once.js';
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

/** Who made an asset, and where it waits for the storage stage unless it is `kept` already. */
export interface GeneratedAsset {
  readonly assetKey: string;
  readonly provider: string;
  /** Absent when that is left to a step of its own, as in histories of earlier versions. */
  readonly keeping?: Keeping;
}

/** How the job of a step is made. */
export interface JobMaker {
  readonly kind: ProviderJob['kind'];
  /** Makes the job for the upstream, with its files. */
  readonly make: (row: Generation) => Promise<ProviderJob>;
  /** Keeps what a direct provider made as the output; absent when that is not the output yet. */
  readonly keep?: (made: GeneratedAsset, bytes: Buffer, end: AbortSignal) => Promise<void>;
}

/**
 * Claims the generation and has one upstream make the asset. What was made while the call waited is
 * kept as the output at once, if that is wanted; all else goes into the store as it is.
 * @returns null when it is no longer wanted (cancelled while queued)
 */
export async function generate(
  deps: GenerateDeps,
  input: GenerateInput,
  run: Run,
  maker: JobMaker,
): Promise<GeneratedAsset | null> {
  const { generationId, route, attempt } = input;
  const step = { stage: STAGE_OF[maker.kind], attempt, provider: route.provider };
  const row = await claimGeneration(deps.db, generationId, step);
  deps.pass('claim.after_commit');
  if (!row) return null;
  const provider = deps.providers.get(route.provider);
  if (!provider) throw new ProviderFailure('rejected', 'This provider is not configured.');
  const job = describeJob(deps, row, input, run, maker);
  const { kind } = job;
  const name = String(attempt);
  const assetKey = buildKey({ kind: 'asset', id: row.id, name, extension: null });
  const made = { assetKey, provider: provider.name };
  const keep = provider.mode === 'direct' ? maker.keep : undefined;
  // The step was repeated: its first run kept the output, and its answer was lost.
  if (keep && (await isKept(deps, row))) return { ...made, keeping: 'kept' };
  const asset =
    provider.mode === 'direct'
      ? await draw(provider, job, run)
      : await recordHealthOf(deps, route, job, () => runOrder(deps, provider, job, run));
  const raw = { key: assetKey, kind };
  const notes = 'notes' in asset ? (asset.notes ?? []) : [];
  const record = async () => {
    await recordMade(deps.db, row.id, { part: kind, provider: provider.name, attempt, notes });
    deps.pass('render.after_record');
  };
  if (!keep || !('bytes' in asset)) {
    await storeAsset(deps, asset, raw);
    await record();
    return made;
  }
  await record();
  const keeping = await keepAtOnce(run, (end) => keep(made, asset.bytes, end));
  deps.pass('keep.after_store');
  if (keeping !== 'kept') await storeAsset(deps, asset, raw);
  return { ...made, keeping };
}

/** The thumbnail is written last, so with it the whole output is there. */
async function isKept({ store }: GenerateDeps, { thumbnailKey }: Generation): Promise<boolean> {
  return thumbnailKey !== null && (await store.stat(thumbnailKey)) !== null;
}

type WatchedJob = PendingJob & {
  /** Whether it is being prepared, or could not be: nothing that a source is to blame for. */
  readonly isUnready: () => boolean;
};

/** The job as it is known before its files are loaded. */
function describeJob(
  deps: GenerateDeps,
  row: Generation,
  { generationId, route, attempt }: GenerateInput,
  { signal, lost }: Run,
  { kind, make }: JobMaker,
): WatchedJob {
  let isUnready = false;
  const prepare = async () => {
    // An order that is sent gets no check: it needs no files any more and is always followed.
    refuseToLoseMore({ lost });
    isUnready = true;
    const job = await deps.preparations.take(row.accountId, async () => {
      // Another worker may have the step by now.
      signal.throwIfAborted();
      const made = await make(row);
      await checkPrompt(deps, row, made, signal);
      await checkPictures(deps, made, signal);
      return made;
    });
    isUnready = false;
    return job;
  };
  const { upstreamModel } = route;
  return { kind, generationId, attempt, upstreamModel, prepare, isUnready: () => isUnready };
}

/**
 * Has the renderer make it. It fails only on purpose or because of its input: its failures say
 * nothing about health.
 */
async function draw(
  provider: DirectProvider,
  job: PendingJob,
  { signal, say }: Run,
): Promise<Delivered> {
  const onProgress = (progress: number) => say({ progress });
  return provider.generate(await job.prepare(), { signal, onProgress });
}

/** Records how well the model source did this work; later requests order their sources by it. */
async function recordHealthOf<T>(
  { db }: GenerateDeps,
  route: ModelSource,
  { isUnready }: WatchedJob,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const done = await work();
    await recordHealth(db, route, true);
    return done;
  } catch (error) {
    const blamed = error instanceof ProviderFailure && FAILURES[error.kind].blamesSource;
    if (blamed && !isUnready()) await recordHealth(db, route, false);
    throw error;
  }
}
