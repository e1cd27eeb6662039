import type { DataSource } from 'typeorm';
import { toLossless } from '../adapters/media/deliverable.js';
import type { Log } from '../domain/ports/log.js';
import { runInTurn, type TurnQueue } from '../domain/ports/turns.js';
import { WatermarkUnavailable, type Watermark } from '../domain/ports/watermark.js';
import { chooseWatermarkCode } from '../domain/provenance/watermark-code.js';

export interface MarkDeps {
  readonly db: DataSource;
  readonly log: Log;
  /** Null if no watermark service is configured. */
  readonly watermark: Watermark | null;
  readonly watermarkTurns: TurnQueue;
}

/** An image with its code; the code is null if no service is configured. */
interface MarkedAsset {
  readonly bytes: Buffer;
  readonly code: string | null;
}

/**
 * Writes a watermark into the pixels of an image, before it is encoded and signed. Does nothing if
 * no service is configured.
 * @throws {WatermarkUnavailable} if it cannot be marked; then it must not be stored
 */
export async function markAsset(
  deps: MarkDeps,
  generationId: string,
  asset: Buffer,
  signal: AbortSignal,
): Promise<MarkedAsset> {
  const { watermark } = deps;
  if (!watermark) return { bytes: asset, code: null };
  const code = await chooseWatermarkCode(deps.db.manager, generationId);
  const embed = async () => watermark.embed(await toLossless(asset), code, signal);
  try {
    return { bytes: await runInTurn(deps.watermarkTurns, 'outputs', embed, refuseBusy), code };
  } catch (error) {
    if (error instanceof WatermarkUnavailable) {
      deps.log.error({ err: error }, 'an image could not be watermarked, so it is not delivered');
    }
    throw error;
  }
}

const refuseBusy = (cause: Error): Error =>
  new WatermarkUnavailable('Too many images wait for the watermark service.', { cause });
