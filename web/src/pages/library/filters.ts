import type { GenerationStatus, GenerationType, Query } from '../../api/contract';

/** The library's filters. They are in the URL, so that a view can be bookmarked and shared. */
export interface LibraryFilters {
  readonly type?: GenerationType;
  readonly status?: GenerationStatus;
  readonly model?: string;
  readonly character?: string;
  /** Text to search for in titles and prompts. */
  readonly q?: string;
  /** Days such as `2026-11-22`, in the user's time zone. */
  readonly from?: string;
  readonly to?: string;
  readonly favorite?: true;
  /** Id of a collection. */
  readonly collection?: string;
  /** Pairs that results must have, as their requests set them. */
  readonly metadata?: Tags;
  /** Oldest first; the newest are first otherwise. */
  readonly order?: 'asc';
}

/** Pairs of metadata, which the library shows as tags. */
export type Tags = Readonly<Record<string, string>>;

export const TYPES: readonly GenerationType[] = ['image', 'video'];
export const STATUSES: readonly GenerationStatus[] = [
  'completed',
  'processing',
  'queued',
  'failed',
  'cancelled',
];

/** Limits of the API. */
const TAGS_MAX = 16;
const TAG_KEY = /^[^[\]]{1,40}$/;
const TAG_VALUE_MAX = 500;

/** Reads pairs of metadata and drops invalid ones; undefined if none is left. */
function readTags(value: unknown): Tags | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const tags = Object.entries(value)
    .filter(
      (pair): pair is [string, string] =>
        TAG_KEY.test(pair[0]) && typeof pair[1] === 'string' && pair[1].length <= TAG_VALUE_MAX,
    )
    .slice(0, TAGS_MAX);
  return tags.length === 0 ? undefined : Object.fromEntries(tags);
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Reads filters from a URL and drops invalid ones. */
export function readFilters(search: Record<string, unknown>): LibraryFilters {
  const readText = (name: string) => {
    const value = search[name];
    return (typeof value === 'string' || typeof value === 'number') && `${value}` !== ''
      ? `${value}`
      : undefined;
  };
  const readDay = (name: string) => {
    const value = readText(name);
    return value && DAY.test(value) ? value : undefined;
  };
  const filters: LibraryFilters = {
    type: TYPES.find((type) => type === search['type']),
    status: STATUSES.find((status) => status === search['status']),
    model: readText('model'),
    character: readText('character'),
    q: readText('q'),
    from: readDay('from'),
    to: readDay('to'),
    favorite: search['favorite'] === true ? true : undefined,
    collection: readText('collection'),
    metadata: readTags(search['metadata']),
    order: search['order'] === 'asc' ? 'asc' : undefined,
  };
  // Drop unset filters to keep the URL short.
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

/** Returns the number of active filters; the order is not a filter. */
export const countFilters = (filters: LibraryFilters): number =>
  Object.keys(filters).filter((name) => name !== 'order').length;

const DAY_MS = 86_400_000;
const parseDayStart = (day: string) => new Date(`${day}T00:00:00`).getTime();

/** Converts the filters to an API query. */
export function toQuery(filters: LibraryFilters): Query<'GET /generations'> {
  const { type, status, model, character, q, from, to, favorite } = filters;
  const { collection, metadata, order } = filters;
  return {
    ...(type && { type }),
    ...(status && { status }),
    ...(model && { model }),
    ...(character && { character_id: character }),
    ...(q && { q }),
    ...(favorite && { favorite: true }),
    ...(collection && { collection }),
    ...(metadata && { metadata }),
    ...(order && { order }),
    ...(from && { created_after: parseDayStart(from) }),
    ...(to && { created_before: parseDayStart(to) + DAY_MS }),
  };
}
