import { Group, Select, Skeleton, Stack, type ComboboxData } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { SocialPostStatus } from '../../api/contract';
import { request } from '../../api/request';
import { EmptyState } from '../../components/empty-state';
import { ShareIcon } from '../../components/icons';
import { Older } from '../../components/load-older';
import { ProblemNotice } from '../../components/problem-notice';
import { isPlatform, PLATFORMS, POST_COLORS } from './platforms';
import { PostCard } from './post-card';
import { useCharacters } from '../../queries/use-characters';

const PAGE = 20;
const POLL_MS = 10_000;
const STATUSES = Object.keys(POST_COLORS);
const isStatus = (text: string | null): text is SocialPostStatus =>
  text !== null && text in POST_COLORS;

/** Lists posts, newest first, with their status on each platform. */
export function Posts({ compose }: { readonly compose: ReactNode }) {
  const [status, setStatus] = useState<string | null>(null);
  const [platform, setPlatform] = useState<string | null>(null);
  const list = usePosts(status, platform);
  const { nameOf } = useCharacters();
  const posts = list.data?.pages.flatMap(({ data }) => data);
  const isFiltered = status !== null || platform !== null;
  return (
    <Stack>
      <Group gap="sm" display={isFiltered || posts?.length !== 0 ? undefined : 'none'}>
        <Filter label="Status" data={STATUSES} value={status} onChange={setStatus} />
        <Filter label="Platform" data={PLATFORMS} value={platform} onChange={setPlatform} />
      </Group>
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={180} radius="lg" />}
      {posts?.length === 0 && (
        <EmptyState
          icon={<ShareIcon size={24} />}
          title={isFiltered ? 'No posts found' : 'No posts yet'}
          action={isFiltered ? null : compose}
        >
          {isFiltered
            ? 'Remove a filter to see more posts.'
            : 'Your posts appear here. Select images or a video, then publish or schedule a post.'}
        </EmptyState>
      )}
      {posts?.map((post) => (
        <PostCard key={post.id} post={post} character={nameOf(post.character_id)} />
      ))}
      <Older list={list} />
    </Stack>
  );
}

interface FilterProps {
  readonly label: string;
  readonly data: ComboboxData;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function Filter({ label, data, value, onChange }: FilterProps) {
  return (
    <Select
      aria-label={label}
      placeholder={`Any ${label.toLowerCase()}`}
      data={data}
      value={value}
      onChange={onChange}
      clearable
      flex={1}
      miw={130}
      maw={200}
    />
  );
}

function usePosts(status: string | null, platform: string | null) {
  return useInfiniteQuery({
    queryKey: ['social-posts', status, platform],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: PAGE,
        ...(isStatus(status) && { status }),
        ...(isPlatform(platform) && { platform }),
        ...(pageParam && { cursor: pageParam }),
      };
      return await request('GET /social/posts', { query, signal });
    },
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.data.some(({ status: one }) => one === 'scheduled') ? POLL_MS : false,
  });
}
