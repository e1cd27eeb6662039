import { RENDERER } from './makers.js';

/** A source of a model: the adapter, and the vendor's name for the model. */
export interface ModelSource {
  readonly provider: string;
  readonly upstreamModel: string;
}

/** A source in the catalogue, with the upstream's limits that go beyond the model's own. */
export interface CatalogueSource extends ModelSource {
  readonly resolutions?: readonly string[];
  readonly durations?: readonly string[];
  /** Set if the upstream accepts narration audio. */
  readonly narration?: true;
  /** Set if the upstream accepts a seed. */
  readonly seed?: true;
  /** Ratios that the upstream accepts. With another ratio, the clip has its first frame's ratio. */
  readonly ratios?: readonly string[];
  /**
   * References that the upstream accepts together with a first frame, if fewer than the model's
   * maximum.
   */
  readonly referenceImages?: number;
}

/** Returns a source's catalogue entry; null for the renderer, which is not in the catalogue. */
export const findCatalogueSource = (
  catalogue: readonly CatalogueSource[],
  { provider, upstreamModel }: ModelSource,
): CatalogueSource | null =>
  catalogue.find((one) => one.provider === provider && one.upstreamModel === upstreamModel) ?? null;

/** The features that a request needs from a source. */
export interface SourceNeeds {
  readonly resolution: string;
  /** Duration in seconds as text; null for images and for motion control. */
  readonly duration: string | null;
}

/** The built-in renderer, under two names so that tests can trigger a fallback (simulate.ts). */
export const LOCAL_SOURCES: readonly ModelSource[] = [
  { provider: RENDERER, upstreamModel: 'studio' },
  { provider: RENDERER, upstreamModel: 'standby' },
];

/**
 * Returns the sources that can serve a request, in the operator's order. The renderer serves a
 * model only if no real provider does, and never replaces a provider after a failure.
 * @param order provider names, the preferred first; providers not in the list come last
 * @param isEnabled whether a provider has credentials and serves this upstream model
 * @returns an empty list if no configured provider offers the combination
 */
export function findSources(
  catalogue: readonly CatalogueSource[],
  needs: SourceNeeds,
  order: readonly string[],
  isEnabled: (source: ModelSource) => boolean,
): ModelSource[] {
  const enabled = catalogue.filter(isEnabled);
  if (enabled.length === 0) return [...LOCAL_SOURCES];
  const able = enabled
    .filter(({ resolutions }) => resolutions?.includes(needs.resolution) ?? true)
    .filter(
      ({ durations }) => needs.duration === null || (durations?.includes(needs.duration) ?? true),
    );
  return sortByPreference(able, order);
}

/** Sorts sources by the operator's order of providers; sources of one provider keep their order. */
export function sortByPreference(
  sources: readonly ModelSource[],
  order: readonly string[],
): ModelSource[] {
  const rank = (provider: string) => {
    const at = order.indexOf(provider);
    return at < 0 ? order.length : at;
  };
  return sources
    .toSorted((one, other) => rank(one.provider) - rank(other.provider))
    .map(({ provider, upstreamModel }) => ({ provider, upstreamModel }));
}
