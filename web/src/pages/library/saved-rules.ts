/** A set of filters with a name. */
export interface SavedFilter<Filters extends object> {
  readonly name: string;
  readonly filters: Filters;
}

export const SAVED_MAX = 20;
export const NAME_MAX = 40;

type Saved<Filters extends object> = readonly SavedFilter<Filters>[];

/**
 * Reads the filters that this browser has kept, and drops entries that are not valid.
 * @param read returns the valid ones of an entry's filters
 */
export function readSaved<Filters extends object>(
  kept: unknown,
  read: (filters: Record<string, unknown>) => Filters,
): Saved<Filters> {
  if (!Array.isArray(kept)) return [];
  return (kept as readonly { readonly name?: unknown; readonly filters?: unknown }[])
    .flatMap((entry): Saved<Filters> => {
      const { name, filters } = entry ?? {};
      if (typeof name !== 'string' || name === '' || typeof filters !== 'object') return [];
      const valid = read({ ...filters });
      return Object.keys(valid).length === 0 ? [] : [{ name, filters: valid }];
    })
    .slice(0, SAVED_MAX);
}

/** Adds a filter at the end; a filter with the same name is replaced in its place. */
export function addSaved<Filters extends object>(
  saved: Saved<Filters>,
  added: SavedFilter<Filters>,
): Saved<Filters> {
  if (saved.some(({ name }) => name === added.name)) {
    return saved.map((one) => (one.name === added.name ? added : one));
  }
  return [...saved, added].slice(0, SAVED_MAX);
}

export const removeSaved = <Filters extends object>(
  saved: Saved<Filters>,
  name: string,
): Saved<Filters> => saved.filter((one) => one.name !== name);

/** Returns whether a filter can be saved: below the limit, or in place of one with this name. */
export const canSave = (saved: Saved<object>, name: string): boolean =>
  name !== '' && (saved.length < SAVED_MAX || saved.some((one) => one.name === name));

const sortFields = (filters: object): string =>
  JSON.stringify(Object.entries(filters).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Returns whether both select the same generations. */
export const isSame = (one: object, other: object): boolean =>
  sortFields(one) === sortFields(other);

/** Filters whose value is an id or `true`, so that their name says more. */
const NAMED = ['character', 'favorite', 'collection'];

/** Suggests a name: the values of the filters, such as "video, failed". */
export const suggestName = (filters: object): string =>
  Object.entries(filters)
    .filter(([name]) => name !== 'order')
    .map(([name, value]) => (NAMED.includes(name) ? name : describeValue(value)))
    .join(', ')
    .slice(0, NAME_MAX);

const describeValue = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.values(value).join(', ') : String(value);
