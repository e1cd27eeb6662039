import { RENDERER } from './makers.js';

/** A source of a model: the adapter, and the vendor's name of the model. */
export interface ModelSource {
  readonly provider: string;
  readonly upstreamModel: string;
}

/** A source in the catalogue, with the limits of the upstream that the model itself lacks. */
export interface CatalogueSource extends ModelSource {
  readonly resolutions?: readonly string[];
  readonly durations?: readonly string[];
  /** The upstream accepts narration audio. */
  readonly narration?: true;
  /** The upstream accepts a seed. */
  readonly seed?: true;
  /** Ratios that the upstream accepts. With another ratio, the clip follows its first frame. */
  readonly ratios?: readonly string[];
  /** References it accepts together with a first frame, if fewer than the model does. */
  readonly referenceImages?: number;
}

/** The catalogue entry of a chosen source; null for the renderer, which is not in the catalogue. */
export const findCatalogueSource = (
  catalogue: readonly CatalogueSource[],
  { provider, upstreamModel }: ModelSource,
): CatalogueSource | null =>
  catalogue.find((one) => one.provider === provider && one.upstreamModel === upstreamModel) ?? null;

/** The requirements of a request for a source. */
export interface SourceNeeds {
  readonly resolution: string;
  /** Seconds as text; null for images and for motion control. */
  readonly duration: string | null;
}

/** The built-in renderer, under two names so that tests can trigger a fallback (simulate.ts). */
export const LOCAL_SOURCES: readonly ModelSource[] = [
  { provider: RENDERER, upstreamModel: 'studio' },
  { provider: RENDERER, upstreamModel: 'standby' },
];

/**
 * The sources that can serve a request, in the operator's order. The renderer serves a model only
 * if no real provider does, and never replaces one after a failure.
 * @param order names of providers, the preferred first; providers not in the list come last
 * @param isEnabled whether a provider has credentials and serves this upstream model
 * @returns none when no configured provider offers the combination
 */
export function findSources(
  catalogue: readonly CatalogueSource[],
  needs: SourceNeeds,
  order: readonly string[],
  isEnabled: (source: ModelSource) => boolean,
): ModelSource[] {
  const rank = (provider: string) => {
    const at = order.indexOf(provider);
    return at < 0 ? order.length : at;
  };
  const enabled = catalogue.filter(isEnabled);
  if (enabled.length === 0) return [...LOCAL_SOURCES];
  return enabled
    .filter(({ resolutions }) => resolutions?.includes(needs.resolution) ?? true)
    .filter(
      ({ durations }) => needs.duration === null || (durations?.includes(needs.duration) ?? true),
    )
    .toSorted((one, other) => rank(one.provider) - rank(other.provider))
    .map(({ provider, upstreamModel }) => ({ provider, upstreamModel }));
}
