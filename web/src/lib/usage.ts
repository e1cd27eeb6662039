import { queryOptions } from '@tanstack/react-query';
import { client } from '../api/client.gen';

export type UsageGroup = 'model' | 'type' | 'key' | 'member';

export interface UsageRow {
  /** `2026-11-22`, UTC. */
  readonly day: string;
  readonly group: string | null;
  readonly generations: number;
  readonly credits: number;
}

interface UsageQuery {
  readonly from: string;
  readonly to: string;
  readonly group_by: UsageGroup;
}

export const usageOptions = (query: UsageQuery) =>
  queryOptions({
    queryKey: ['usage', query],
    queryFn: async ({ signal }) => {
      const { data } = await client.get<{ 200: { data: UsageRow[] } }, unknown, true>({
        url: '/usage',
        query: { ...query },
        signal,
        throwOnError: true,
      });
      return data.data;
    },
    staleTime: 60_000,
  });

const DAY_MS = 86_400_000;

/** The last days, oldest first, as `2026-11-22` in UTC. */
export const lastDays = (count: number, now: number = Date.now()): readonly string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(now - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );
