import { RENDERER } from './makers.js';

/** One source of a model: the adapter, and the vendor's name of the model. */
export interface ModelSource {
  readonly provider: string;
  readonly upstreamModel: string;
}

/** A source of the catalogue; where the upstream offers less than the model does, it says so. */
export interface CatalogueSource extends ModelSource {
  readonly resolutions?: readonly string[];
  readonly durations?: readonly string[];
  /** The upstream hears narration audio. */
  readonly narration?: true;
  /** The upstream can be told a seed. */
  readonly seed?: true;
  /** Ratios that the upstream can be told; with another one, the clip follows its first frame. */
  readonly ratios?: readonly string[];
  /** Pictures that it takes beside a first frame, where those are fewer than the model's. */
  readonly referenceImages?: number;
}

/** What the catalogue says of a chosen source; null for the renderer, which is in no catalogue. */
export const catalogueSourceOf = (
  catalogue: readonly CatalogueSource[],
  { provider, upstreamModel }: ModelSource,
): CatalogueSource | null =>
  catalogue.find((one) => one.provider === provider && one.upstreamModel === upstreamModel) ?? null;

/** What a request asks of a source. */
export interface SourceNeeds {
  readonly resolution: string;
  /** Seconds as text; null for images and for motion control. */
  readonly duration: string | null;
}

/** The keyless renderer, under two names so that a fallback can be tried out (simulate.ts). */
export const LOCAL_SOURCES: readonly ModelSource[] = [
  { provider: RENDERER, upstreamModel: 'studio' },
  { provider: RENDERER, upstreamModel: 'standby' },
];

/**
 * The sources that can serve a request, in the operator's order. The renderer serves a model only
 * where no real provider does, and never stands in for one.
 * @param order names of providers, the preferred first; those that are absent come last
 * @param isEnabled whether a provider has credentials and serves this upstream model
 * @returns none when no configured provider offers the combination
 */
export function sourcesFor(
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
