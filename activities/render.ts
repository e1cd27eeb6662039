import type { DataSource } from 'typeorm';
import {
  ProviderFailure,
  type ImageJob,
  type ImageProvider,
  type JobInputs,
} from '../adapters/providers/provider.js';
import { imageSize, type ModelRoute } from '../domain/catalogue/image-model.js';
import { claimGeneration } from '../domain/commands/advance-generation.js';
import type { Generation } from '../entities/generation.js';
import type { Pass } from '../runtime/checkpoint.js';
import { loadInputs, type InputDeps } from './inputs.js';

export interface RenderDeps extends InputDeps {
  readonly db: DataSource;
  readonly imageProviders: ReadonlyMap<string, ImageProvider>;
  readonly pass: Pass;
}

export interface RenderInput {
  readonly generationId: string;
  readonly route: ModelRoute;
  /** Counted over all routes of the generation, from 1. */
  readonly attempt: number;
}

/** Where a generated asset waits for the storage stage, and who made it. */
export interface GeneratedAsset {
  readonly assetKey: string;
  readonly provider: string;
}

/**
 * Claims the generation, has one upstream draw it, and puts the raw asset into the store.
 * @returns null when it is no longer wanted (cancelled while queued)
 */
export async function render(
  deps: RenderDeps,
  { generationId, route, attempt }: RenderInput,
  signal: AbortSignal,
): Promise<GeneratedAsset | null> {
  const row = await claimGeneration(deps.db, generationId);
  deps.pass('claim.after_commit');
  if (!row) return null;
  const provider = deps.imageProviders.get(route.provider);
  if (!provider) throw new ProviderFailure('rejected', 'This provider is not configured.');
  const job = jobOf(row, route, attempt, await loadInputs(deps, row.inputs));
  const image = await provider.generateImage(job, { signal, onProgress: () => undefined });
  const assetKey = `work/${row.id}/${attempt}`;
  await deps.store.put(assetKey, image.bytes, image.contentType);
  deps.pass('render.after_store');
  return { assetKey, provider: provider.name };
}

function jobOf(row: Generation, route: ModelRoute, attempt: number, inputs: JobInputs): ImageJob {
  const { prompt, aspect_ratio: aspectRatio, resolution, edit } = row.request;
  return {
    generationId: row.id,
    upstreamModel: route.upstreamModel,
    attempt,
    prompt: prompt ?? '',
    aspectRatio,
    resolution,
    edit,
    inputs,
    ...imageSize(aspectRatio, resolution),
  };
}
