import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SocialPost } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { LinkButton } from '../../components/link-button';
import { ProblemNotice } from '../../components/problem-notice';
import classes from './calendar.module.css';
import { toLocalDay } from './local-time';
import { listDays, toMonth, moveMonth, formatMonth } from './month';
import { PLATFORM_NAMES, POST_COLORS, getPostTime } from './platforms';
import { useCharacters } from '../../queries/use-characters';

/** The API's maximum page size. */
const MOST = 100;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const TIME = new Intl.DateTimeFormat('en', { timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'full' });

/** Shows a month of posts: scheduled posts, and the latest other posts. */
export function Calendar({ month }: { readonly month: string | null }) {
  const [now] = useState(Date.now);
  const shown = month ?? toMonth(now);
  const waiting = useQuery(
    apiQuery('/social/posts', { query: { status: 'scheduled', limit: MOST } }),
  );
  const latest = useQuery(apiQuery('/social/posts', { query: { limit: MOST } }));
  const problem = waiting.error ?? latest.error;
  const posts = mergePosts(waiting.data?.data ?? [], latest.data?.data ?? []);
  const isLeftOut = Boolean(waiting.data?.next_cursor);
  const here = posts.filter((post) => toMonth(getPostTime(post)) === shown);
  return (
    <Stack>
      <MonthBar month={shown} now={now} />
      {problem && <ProblemNotice error={problem} onRetry={() => void waiting.refetch()} />}
      {waiting.isPending ? (
        <Skeleton h={400} radius="lg" />
      ) : (
        <Month month={shown} posts={posts} now={now} />
      )}
      <Text fz="sm" c="dimmed">
        {here.length === 0 ? 'No posts this month. ' : ''}
        {isLeftOut ? `Showing the ${MOST} newest scheduled posts. ` : ''}
        Times are in your time zone.
      </Text>
    </Stack>
  );
}

function mergePosts(waiting: readonly SocialPost[], latest: readonly SocialPost[]): SocialPost[] {
  const all = new Map([...latest, ...waiting].map((post) => [post.id, post]));
  return [...all.values()].toSorted((one, other) => getPostTime(one) - getPostTime(other));
}

interface BarProps {
  readonly month: string;
  readonly now: number;
}

function MonthBar({ month, now }: BarProps) {
  const buildSearch = (other: string) => ({ view: 'calendar' as const, month: other });
  return (
    <Group justify="space-between" gap="xs">
      <Title order={2} fz="md" aria-live="polite">
        {formatMonth(month)}
      </Title>
      <Button.Group>
        <LinkButton
          to="/social"
          search={buildSearch(moveMonth(month, -1))}
          variant="default"
          size="xs"
          aria-label="Previous month"
        >
          ‹
        </LinkButton>
        <LinkButton to="/social" search={buildSearch(toMonth(now))} variant="default" size="xs">
          Today
        </LinkButton>
        <LinkButton
          to="/social"
          search={buildSearch(moveMonth(month, 1))}
          variant="default"
          size="xs"
          aria-label="Next month"
        >
          ›
        </LinkButton>
      </Button.Group>
    </Group>
  );
}

interface MonthProps extends BarProps {
  readonly posts: readonly SocialPost[];
}

function Month({ month, posts, now }: MonthProps) {
  const byDay = Map.groupBy(posts, (post) => toLocalDay(getPostTime(post)));
  const today = toLocalDay(now);
  return (
    <ul
      className={classes.month}
      data-empty={posts.every((post) => toMonth(getPostTime(post)) !== month) || undefined}
    >
      {WEEKDAYS.map((name) => (
        <li key={name} className={classes.weekday} aria-hidden="true">
          {name}
        </li>
      ))}
      {listDays(month).map((day) => {
        const own = day.startsWith(month) ? (byDay.get(day) ?? []) : [];
        return (
          <li
            key={day}
            className={classes.day}
            data-empty={own.length === 0 || undefined}
            data-today={day === today || undefined}
          >
            <time
              dateTime={day}
              className={classes.number}
              aria-label={DAY.format(new Date(`${day}T00:00:00`))}
              style={{ opacity: day.startsWith(month) ? 1 : 0 }}
              aria-hidden={!day.startsWith(month)}
            >
              {Number(day.slice(8))}
            </time>
            <DayPosts posts={own} />
          </li>
        );
      })}
    </ul>
  );
}

function DayPosts({ posts }: { readonly posts: readonly SocialPost[] }) {
  const { nameOf } = useCharacters();
  if (posts.length === 0) return null;
  return (
    <ul className={classes.posts}>
      {posts.map((post) => (
        <li
          key={post.id}
          className={classes.post}
          style={{ borderColor: `var(--mantine-color-${POST_COLORS[post.status]}-6)` }}
          title={post.caption ?? undefined}
        >
          <b className="number">{TIME.format(getPostTime(post))}</b> {nameOf(post.character_id)},{' '}
          {post.platforms.map((platform) => PLATFORM_NAMES[platform]).join(', ')}
          <span className={classes.state}>{post.status}</span>
        </li>
      ))}
    </ul>
  );
}
