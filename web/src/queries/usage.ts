import { queryOptions } from '@tanstack/react-query';
import type { UsageGrouping } from '../api/contract';
import { apiQuery } from '../api/queries';

interface UsageQuery {
  readonly from: string;
  readonly to: string;
  readonly group_by: UsageGrouping;
}

/** Builds the query for credits per day and group. */
export const buildUsageQuery = (query: UsageQuery) =>
  queryOptions({
    ...apiQuery('/usage', { query: { ...query } }),
    select: ({ data }) => data,
    staleTime: 60_000,
  });

const DAY_MS = 86_400_000;

/** Lists the most recent days, oldest first, as `2026-11-22` in UTC. */
export const listLastDays = (count: number, now: number = Date.now()): readonly string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(now - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );
