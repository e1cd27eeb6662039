import { VIDEO_MODELS } from './video-models.js';
import type { SourceAt, VendorOrders, VideoProvider, VideoSource } from './video-source.js';

/** The options of one model at one vendor, for the adapter that orders from it. */
export interface VendorOffer<Provider extends VideoProvider> {
  readonly order: VendorOrders[Provider];
  readonly resolutions: readonly string[];
  /** Ratios that the vendor accepts; with another one, the clip follows its first frame. */
  readonly ratios: readonly string[];
  readonly hasSeed: boolean;
  /** Whether sound can be switched off; other models always make it. */
  readonly hasAudioFlag: boolean;
}

/**
 * The offer of a vendor, from the row of the model that names it.
 * @param upstreamModel the vendor's name of the model
 * @returns null when no row of the catalogue has this name at this provider
 */
export function findOffer<Provider extends VideoProvider>(
  provider: Provider,
  upstreamModel: string,
): VendorOffer<Provider> | null {
  const isWanted = (source: VideoSource): source is VideoSource & SourceAt<Provider> =>
    source.provider === provider && source.upstreamModel === upstreamModel;
  for (const model of VIDEO_MODELS) {
    const source = model.sources.find(isWanted);
    if (source === undefined) continue;
    return {
      order: source.order,
      resolutions: source.resolutions ?? model.resolutions,
      ratios: source.ratios ?? model.aspectRatios.filter((ratio) => ratio !== 'adaptive'),
      hasSeed: source.seed ?? false,
      hasAudioFlag: model.audio === 'optional',
    };
  }
  return null;
}
