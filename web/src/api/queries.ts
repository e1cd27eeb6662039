import { queryOptions, type DefaultError } from '@tanstack/react-query';
import type { Answer, EndpointKey, OptionalWhenEmpty, Selection } from './contract';
import { fetchJson } from './fetch-json';

/** Paths that support GET, such as `/generations/{id}`. */
export type ReadPath = EndpointKey extends infer Key
  ? Key extends `GET ${infer Path}`
    ? Path
    : never
  : never;

/**
 * The path, its parameters, and values that a page adds to fetch again when they change. The path
 * alone matches all keys with that path.
 */
export type ApiQueryKey = readonly [path: string, ...rest: unknown[]];

/** Returns the key under which TanStack Query stores a response. */
export const apiQueryKey = <Path extends ReadPath>(
  path: Path,
  ...[selection]: OptionalWhenEmpty<Selection<`GET ${Path}`>>
): ApiQueryKey => (selection ? [path, selection] : [path]);

/** Builds the options with which TanStack Query reads an endpoint. */
export const apiQuery = <Path extends ReadPath>(
  path: Path,
  ...selection: OptionalWhenEmpty<Selection<`GET ${Path}`>>
) =>
  queryOptions<Answer<`GET ${Path}`>, DefaultError, Answer<`GET ${Path}`>, ApiQueryKey>({
    queryKey: apiQueryKey(path, ...selection),
    queryFn: ({ signal }) => fetchJson('GET', path, { ...selection[0], signal }),
  });
