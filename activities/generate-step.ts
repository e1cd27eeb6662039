import type { DataSource } from 'typeorm';
import type { ModelSource } from '../domain/catalogue/model-source.js';
import { recordMade } from '../domain/generations/record-progress.js';
import type { Pass } from '../domain/ports/checkpoint.js';
import type { GenerationProvider } from '../domain/ports/provider.js';
import type { ProviderJob } from '../domain/ports/provider-job.js';
import type { ScreenDeps } from '../domain/screening/screen-words.js';
import type { TurnQueue } from '../domain/ports/turns.js';
import type { Generation } from '../entities/generation.js';
import type { PictureDeps } from './check-pictures.js';
import type { StepContext } from './keep-alive.js';
import type { KeepResult } from './keep-immediately.js';
import type { OrderDeps } from './run-order.js';
import type { DeliveredAsset, StoreAssetDeps } from './store-asset.js';

export interface GenerateDeps extends OrderDeps, StoreAssetDeps, ScreenDeps, PictureDeps {
  readonly db: DataSource;
  readonly providers: ReadonlyMap<string, GenerationProvider>;
  readonly pass: Pass;
  /** Fair queue for loading and moderating files. */
  readonly preparations: TurnQueue;
}

/** Input for one attempt with one model source. */
export interface GenerateInput {
  readonly generationId: string;
  readonly route: ModelSource;
  /** Counted from 1, over all stages and model sources of a generation. */
  readonly attempt: number;
}

/**
 * An asset's provider, and its key in the store for the storage stage unless it is already `kept`.
 */
export interface GeneratedAsset {
  readonly assetKey: string;
  readonly provider: string;
  /**
   * The outcome of storing the output; undefined if a separate step stores it, as in histories of
   * earlier versions.
   */
  readonly keeping?: KeepResult;
  /** The order to repeat, because the speech was a little longer than its clip; absent otherwise. */
  readonly again?: FasterSpeech;
}

/** A source, and the tempo at which its speech will fit into the clip. */
export interface FasterSpeech {
  readonly route: ModelSource;
  readonly speed: number;
}

/** How to build the provider's job of a step, and how to store its result. */
export interface JobMaker {
  readonly kind: ProviderJob['kind'];
  /** Makes the upstream's job, with its files. */
  readonly make: (row: Generation) => Promise<ProviderJob>;
  /** Stores a direct provider's output; undefined if its result is not the output yet. */
  readonly keep?: (made: GeneratedAsset, bytes: Buffer, end: AbortSignal) => Promise<void>;
}

/** One attempt of a step that has claimed its generation. */
export interface GenerateStep {
  readonly row: Generation;
  readonly input: GenerateInput;
  readonly run: StepContext;
  readonly maker: JobMaker;
  readonly made: GeneratedAsset;
}

/** Records who provided this part of the generation, with the upstream's notes. */
export async function recordPart(
  deps: GenerateDeps,
  { row, input: { attempt }, maker: { kind }, made: { provider } }: GenerateStep,
  asset: DeliveredAsset,
): Promise<void> {
  const notes = 'notes' in asset ? (asset.notes ?? []) : [];
  await recordMade(deps.db, row.id, { part: kind, provider, attempt, notes });
  deps.pass('render.after_record');
}
