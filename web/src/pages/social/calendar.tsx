import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SocialPost } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { ProblemNotice } from '../../components/problem-notice';
import { CalendarBar } from './calendar-bar';
import type { SlotActions } from './calendar-slot';
import { listWeek, moveTime, toLocalDay } from './local-time';
import { toMonth } from './month';
import { MonthGrid } from './month-grid';
import { getPostTime } from './platforms';
import type { SocialSearch } from './search';
import { useMovePost } from './use-move-post';
import { WeekGrid } from './week-grid';

/** The API's maximum page size. */
const MOST = 100;

/** The posts of a calendar, and what its slots can do. */
export interface GridProps {
  readonly posts: readonly SocialPost[];
  readonly now: number;
  readonly actions: SlotActions | undefined;
}

interface Props {
  readonly search: SocialSearch;
  /** Whether the user may create and move posts. */
  readonly may: boolean;
}

/** Shows a month or a week of posts: scheduled posts, and the latest other posts. */
export function Calendar({ search, may }: Props) {
  const [now] = useState(Date.now);
  const { posts, waiting, problem } = usePosts();
  const move = useMovePost();
  const { week } = search;
  const month = week ? week.slice(0, 7) : (search.month ?? toMonth(now));
  const actions: SlotActions = {
    move: (id, day, hour) => {
      const post = posts.find((one) => one.id === id);
      if (!post) return;
      const at = moveTime(getPostTime(post), day, hour);
      if (at !== getPostTime(post)) move({ post, at });
    },
  };
  const grid = { posts, now, actions: may ? actions : undefined };
  const days = week ? listWeek(week) : null;
  const here = posts.filter((post) => {
    const day = toLocalDay(getPostTime(post));
    return days ? days.includes(day) : day.startsWith(month);
  });
  return (
    <Stack>
      <CalendarBar month={month} week={week} now={now} />
      {problem && <ProblemNotice error={problem} onRetry={() => void waiting.refetch()} />}
      {waiting.isPending && <Skeleton h={400} radius="lg" />}
      {!waiting.isPending &&
        (week ? <WeekGrid week={week} {...grid} /> : <MonthGrid month={month} {...grid} />)}
      <Text fz="sm" c="dimmed">
        {here.length === 0 ? `No posts this ${week ? 'week' : 'month'}. ` : ''}
        {waiting.data?.next_cursor ? `Showing the ${MOST} newest scheduled posts. ` : ''}
        Times are in your time zone.
        {may && ' Drag a scheduled post to move it, or open it to change its time.'}
      </Text>
    </Stack>
  );
}

/** Reads the scheduled posts and the latest posts, in the order of their times. */
function usePosts() {
  const waiting = useQuery(
    apiQuery('/social/posts', { query: { status: 'scheduled', limit: MOST } }),
  );
  const latest = useQuery(apiQuery('/social/posts', { query: { limit: MOST } }));
  const listed = [...(latest.data?.data ?? []), ...(waiting.data?.data ?? [])];
  const posts = [...new Map(listed.map((post) => [post.id, post])).values()].toSorted(
    (one, other) => getPostTime(one) - getPostTime(other),
  );
  return { posts, waiting, problem: waiting.error ?? latest.error };
}
