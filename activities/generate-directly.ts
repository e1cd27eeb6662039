import type { Asset, DirectProvider } from '../domain/ports/provider.js';
import type { Generation } from '../entities/generation.js';
import {
  recordPart,
  type GenerateDeps,
  type GeneratedAsset,
  type GenerateStep,
} from './generate-step.js';
import { keepImmediately } from './keep-immediately.js';
import { prepareJob } from './prepare-job.js';
import { storeAsset } from './store-asset.js';

/**
 * Makes the asset during the call. If the step may store the output, it does so immediately; if it
 * may not, or if storing fails, it stores the raw asset. The built-in renderer fails only on
 * purpose or because of its input, so its failures say nothing about its health.
 */
export async function generateDirectly(
  deps: GenerateDeps,
  provider: DirectProvider,
  step: GenerateStep,
): Promise<GeneratedAsset> {
  const { row, run, made, maker } = step;
  const { kind, keep } = maker;
  // An earlier attempt of the step stored the output, but the attempt's result was lost.
  if (keep && (await isKept(deps, row))) return { ...made, keeping: 'kept' };
  const asset = await draw(deps, provider, step);
  const raw = { key: made.assetKey, kind };
  if (!keep || !('bytes' in asset)) {
    await storeAsset(deps, asset, raw);
    await recordPart(deps, step, asset);
    return made;
  }
  await recordPart(deps, step, asset);
  const keeping = await keepImmediately(run, (end) => keep(made, asset.bytes, end));
  deps.pass('keep.after_store');
  if (keeping !== 'kept') await storeAsset(deps, asset, raw);
  return { ...made, keeping };
}

/**
 * Checks only the object that is written last: if it exists, the whole output exists. Speech has no
 * thumbnail.
 */
async function isKept(
  { store }: GenerateDeps,
  { thumbnailKey, outputKey }: Generation,
): Promise<boolean> {
  const last = thumbnailKey ?? outputKey;
  return last !== null && (await store.stat(last)) !== null;
}

async function draw(
  deps: GenerateDeps,
  provider: DirectProvider,
  step: GenerateStep,
): Promise<Asset> {
  const { signal, reportState } = step.run;
  const onProgress = (progress: number) => reportState({ progress });
  return provider.generate(await prepareJob(deps, step), { signal, onProgress });
}
