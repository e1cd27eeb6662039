import { randomBytes } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import type { DataSource } from 'typeorm';
import type { Pass } from '../runtime/checkpoint.js';
import { wantsAnalysisFailure } from '../domain/catalogue/simulate.js';
import {
  ProviderFailure,
  type ImageJob,
  type ImageProvider,
  type JobInputs,
} from '../adapters/providers/provider.js';
import type { VisionProvider } from '../adapters/providers/vision.js';
import type { FileCheck } from '../adapters/storage/file-check.js';
import { toDeliverable } from '../adapters/storage/deliverable.js';
import type { ObjectStore } from '../adapters/storage/object-store.js';
import { imageSize, type ModelRoute } from '../domain/catalogue/image-model.js';
import {
  claimGeneration,
  recordAnalysis,
  reserveOutputKeys,
} from '../domain/commands/advance-generation.js';
import type { Generation } from '../entities/generation.js';
import type { AnalysisStage } from '../workflows/names.js';
import { alive } from './heartbeat.js';
import { load, loadInputs } from './inputs.js';

export interface MediaDeps {
  readonly db: DataSource;
  readonly store: ObjectStore;
  readonly imageProviders: ReadonlyMap<string, ImageProvider>;
  readonly vision: VisionProvider;
  readonly fileCheck: FileCheck;
  readonly pass: Pass;
}

/** Where a generated asset waits for the storage stage, and who made it. */
export interface GeneratedAsset {
  readonly assetKey: string;
  readonly provider: string;
}

interface OfGeneration {
  readonly generationId: string;
}

const GENERATE_DEADLINE_MS = 280_000;
const STORE_DEADLINE_MS = 110_000;
const ANALYSE_DEADLINE_MS = 25_000;
/** Largest asset that an upstream may deliver: a 4K image without compression fits. */
const ASSET_BYTES_MAX = 100_000_000;

/** Steps that move media or call an upstream; each claims the generation first. */
export function createMediaActivities(deps: MediaDeps) {
  return {
    /** @returns null when the generation is no longer wanted (cancelled while queued) */
    async generateImage(
      input: OfGeneration & { route: ModelRoute; attempt: number },
    ): Promise<GeneratedAsset | null> {
      return alive(GENERATE_DEADLINE_MS, async (signal) => {
        const row = await claimGeneration(deps.db, input.generationId);
        deps.pass('claim.after_commit');
        if (!row) return null;
        const provider = deps.imageProviders.get(input.route.provider);
        if (!provider) throw new ProviderFailure('rejected', 'This provider is not configured.');
        const job = jobOf(row, input.route, input.attempt, await loadInputs(deps, row.inputs));
        const image = await provider.generateImage(job, {
          signal,
          onProgress: () => undefined,
        });
        const assetKey = `work/${row.id}/${input.attempt}`;
        await deps.store.put(assetKey, image.bytes, image.contentType);
        deps.pass('render.after_store');
        return { assetKey, provider: provider.name };
      });
    },

    async analyse(input: OfGeneration & { stage: AnalysisStage }): Promise<void> {
      await alive(ANALYSE_DEADLINE_MS, async (signal) => {
        const row = await claimGeneration(deps.db, input.generationId);
        if (row?.request.prompt && wantsAnalysisFailure(row.request.prompt)) {
          throw new ProviderFailure('unavailable', 'The analysis service did not answer.', 503);
        }
        const role = input.stage === 'scene_analysis' ? 'scene' : 'character';
        const given = row?.inputs.find((one) => one.role === role);
        if (!given) return;
        const { bytes } = await load(deps, given);
        const seen = await deps.vision.analyse(bytes, signal);
        await recordAnalysis(deps.db, input.generationId, input.stage, seen.description);
      });
    },

    /** Copies the asset out at once: WebP, thumbnail, provenance; then forgets the raw asset. */
    async keepOutput(input: OfGeneration & GeneratedAsset): Promise<void> {
      await alive(STORE_DEADLINE_MS, async () => {
        const folder = `outputs/${input.generationId}/${randomBytes(16).toString('hex')}`;
        const keys = await reserveOutputKeys(deps.db, input.generationId, {
          output: `${folder}.webp`,
          thumbnail: `${folder}-thumb.webp`,
        });
        // Finished by an earlier run of this step whose answer was lost.
        if (!keys) return;
        const asset = await deps.store.get(input.assetKey, ASSET_BYTES_MAX);
        if (!asset) {
          // The thumbnail is written last: an earlier try got through and its answer was lost.
          if (await deps.store.stat(keys.thumbnail)) return;
          throw ApplicationFailure.nonRetryable('The generated asset is gone.', 'AssetMissing');
        }
        const made = await toDeliverable(asset, {
          generationId: input.generationId,
          synthetic: input.provider === 'local' ? 'algorithmic' : 'trained',
        });
        await deps.store.put(keys.output, made.image, 'image/webp');
        await deps.store.put(keys.thumbnail, made.thumbnail, 'image/webp');
        await deps.store.remove([input.assetKey]);
      });
    },
  };
}

export type MediaActivities = ReturnType<typeof createMediaActivities>;

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
