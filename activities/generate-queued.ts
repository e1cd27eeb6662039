import { FAILURES } from '../domain/catalogue/failure-retries.js';
import { recordHealth } from '../domain/generations/provider-health.js';
import { ProviderFailure, type OrderProvider } from '../domain/ports/provider.js';
import type { ProviderJob } from '../domain/ports/provider-job.js';
import {
  recordPart,
  type GenerateDeps,
  type GeneratedAsset,
  type GenerateStep,
} from './generate-step.js';
import { prepareJob } from './prepare-job.js';
import { runOrder } from './run-order.js';
import { storeAsset, type DeliveredAsset } from './store-asset.js';

/** Orders the asset from an upstream, and stores the delivered asset unchanged. */
export async function generateQueued(
  deps: GenerateDeps,
  provider: OrderProvider,
  step: GenerateStep,
): Promise<GeneratedAsset> {
  const { made, maker } = step;
  const keep: Keep = (asset) => storeAsset(deps, asset, { key: made.assetKey, kind: maker.kind });
  const asset = await orderAsset(deps, provider, step, keep);
  await keep(asset);
  await recordPart(deps, step, asset);
  return made;
}

/** Stores the asset under the key of the step. */
type Keep = (asset: DeliveredAsset) => Promise<void>;

/**
 * Runs the order and records the model source's health, which decides the order of sources in later
 * requests.
 */
async function orderAsset(
  deps: GenerateDeps,
  provider: OrderProvider,
  step: GenerateStep,
  keep: Keep,
): Promise<DeliveredAsset> {
  const { input, maker, run } = step;
  const { generationId, attempt, route } = input;
  const { upstreamModel } = route;
  const preparation = new JobPreparation(() => prepareJob(deps, step));
  const prepare = () => preparation.run();
  const job = { kind: maker.kind, generationId, attempt, upstreamModel, prepare, keep };
  try {
    const asset = await runOrder(deps, provider, job, run);
    await recordHealth(deps.db, route, true);
    return asset;
  } catch (error) {
    const blamed = error instanceof ProviderFailure && FAILURES[error.kind].blamesSource;
    if (blamed && !preparation.isUnfinished) await recordHealth(deps.db, route, false);
    throw error;
  }
}

/** Prepares an order's job. Failures before the job is ready do not count against the source. */
class JobPreparation {
  /** Whether the preparation has started but not succeeded. */
  isUnfinished = false;

  constructor(private readonly prepare: () => Promise<ProviderJob>) {}

  async run(): Promise<ProviderJob> {
    this.isUnfinished = true;
    const job = await this.prepare();
    this.isUnfinished = false;
    return job;
  }
}
