import { Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SocialPost } from '../../api/contract';
import { ProblemNotice } from '../../components/problem-notice';
import { CalendarBar } from './calendar-bar';
import type { SlotActions } from './calendar-slot';
import { findPeriod, moveTime } from './local-time';
import { toMonth } from './month';
import { MonthGrid } from './month-grid';
import { getPostTime } from './platforms';
import type { SocialSearch } from './search';
import { usePeriodPosts, usePictures, type Picture } from './use-calendar';
import { useMovePost } from './use-move-post';
import { WeekGrid } from './week-grid';

/** The posts of a calendar, and what its slots can do. */
export interface GridProps {
  readonly posts: readonly SocialPost[];
  /** Pictures by generation. */
  readonly pictures: ReadonlyMap<string, Picture>;
  readonly now: number;
  readonly actions: SlotActions | undefined;
}

interface Props {
  readonly search: SocialSearch;
  /** Whether the user may create and move posts. */
  readonly may: boolean;
}

/** Shows the posts of a month or a week. */
export function Calendar({ search, may }: Props) {
  const [now] = useState(Date.now);
  const { week } = search;
  const month = week ? week.slice(0, 7) : (search.month ?? toMonth(now));
  const { list, posts } = usePeriodPosts(findPeriod(month, week));
  const pictures = usePictures(posts);
  const move = useMovePost();
  const actions: SlotActions = {
    move: (id, day, hour) => {
      const post = posts.find((one) => one.id === id);
      if (!post) return;
      const at = moveTime(getPostTime(post), day, hour);
      if (at !== getPostTime(post)) move({ post, at });
    },
  };
  const grid = { posts, pictures, now, actions: may ? actions : undefined };
  const name = week ? 'week' : 'month';
  const isKnown = list.data !== undefined && !list.isPlaceholderData;
  return (
    <Stack>
      <CalendarBar month={month} week={week} now={now} />
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={400} radius="lg" />}
      {!list.isPending &&
        (week ? <WeekGrid week={week} {...grid} /> : <MonthGrid month={month} {...grid} />)}
      <Text fz="sm" c="dimmed">
        {isKnown && posts.length === 0 && `No posts this ${name}. `}
        {isKnown &&
          list.data?.next_cursor &&
          `Only the ${posts.length} posts of this ${name} that were created last are shown. `}
        Times are in your time zone.
        {may && ' Drag a scheduled post to move it, or open it to change its time.'}
      </Text>
    </Stack>
  );
}
