import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { Answer, SocialPost } from '../../api/contract';
import { request } from '../../api/request';
import type { Period } from './local-time';
import { getPostTime } from './platforms';
import { getPicture } from './use-chosen';

type PostList = Answer<'GET /social/posts'>;

/** The API's maximum page size, also for generations. */
const PAGE = 100;
/** A period with more pages is unreadable anyway. */
const PAGES_MAX = 5;

/** Reads the posts of a period, in the order of their times. */
export function usePeriodPosts({ from, until }: Period) {
  const list = useQuery({
    queryKey: ['/social/posts', 'period', from, until],
    queryFn: ({ signal }) => readPages({ due_after: from, due_before: until }, signal),
    placeholderData: keepPreviousData,
  });
  const posts = (list.data?.data ?? []).toSorted(
    (one, other) => getPostTime(one) - getPostTime(other),
  );
  return { list, posts };
}

async function readPages(
  period: { readonly due_after: number; readonly due_before: number },
  signal: AbortSignal,
): Promise<PostList> {
  const query = { ...period, limit: PAGE };
  let list = await request('GET /social/posts', { query, signal });
  for (let page = 1; page < PAGES_MAX && list.next_cursor; page += 1) {
    const next = { ...query, cursor: list.next_cursor };
    const more = await request('GET /social/posts', { query: next, signal });
    list = { ...more, data: [...list.data, ...more.data] };
  }
  return list;
}

/** A small picture and its description. */
export interface Picture {
  readonly url: string;
  readonly alt: string;
}

/** Maximum characters of a description. */
const ALT_MAX = 100;

/**
 * Reads the pictures of the posts' first media, by generation. Reads up to 100 of them with one
 * request. Deleted generations have none.
 */
export function usePictures(posts: readonly SocialPost[]): ReadonlyMap<string, Picture> {
  const ids = [...new Set(posts.flatMap((post) => post.generation_ids[0] ?? []))].toSorted();
  const pages = Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, at) =>
    ids.slice(at * PAGE, (at + 1) * PAGE).join(','),
  );
  const found = useQueries({
    queries: pages.map((page) => ({
      queryKey: ['calendar-pictures', page],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        request('GET /generations', { query: { ids: page, limit: PAGE }, signal }),
      placeholderData: keepPreviousData<Answer<'GET /generations'>>,
    })),
  });
  const generations = found.flatMap(({ data }) => data?.data ?? []);
  return new Map(
    generations.flatMap((one) => {
      const url = getPicture(one);
      const alt = one.request.prompt?.slice(0, ALT_MAX) ?? one.type;
      return url ? [[one.id, { url, alt }] as const] : [];
    }),
  );
}
