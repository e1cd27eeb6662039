import { VIDEO_MODELS } from './video-models.js';
import type { SourceAt, VendorOrders, VideoProvider, VideoSource } from './video-source.js';

/** One vendor's options for one model, for the adapter that orders from that vendor. */
export interface VendorOffer<Provider extends VideoProvider> {
  readonly order: VendorOrders[Provider];
  readonly resolutions: readonly string[];
  /** Ratios that the vendor accepts; with another ratio, the clip has its first frame's ratio. */
  readonly ratios: readonly string[];
  readonly hasSeed: boolean;
  /** Whether sound can be switched off; if not, the model always generates it. */
  readonly hasAudioFlag: boolean;
}

/**
 * Finds a vendor's offer for a model in the video catalogue.
 * @param upstreamModel the vendor's name for the model
 * @returns null if no catalogue row has this name at this provider
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
