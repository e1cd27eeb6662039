import type { UsageGrouping } from '../../api/contract';

export const GROUPINGS: readonly { readonly value: UsageGrouping; readonly label: string }[] = [
  { value: 'model', label: 'Model' },
  { value: 'type', label: 'Type' },
  { value: 'key', label: 'Key' },
  { value: 'member', label: 'Member' },
];

export const LENGTHS = [7, 30, 90] as const;
type PeriodLength = (typeof LENGTHS)[number];

/** The page's state, stored in the URL. */
export interface UsageSearch {
  /** The grouping; by default, by model. */
  readonly by?: UsageGrouping;
  /** Length of the period in days; by default, 30. */
  readonly days?: PeriodLength;
}

export function readUsageSearch(search: Record<string, unknown>): UsageSearch {
  const by = GROUPINGS.find(({ value }) => value === search.by)?.value;
  const days = LENGTHS.find((length) => length === Number(search.days));
  return { ...(by && { by }), ...(days && { days }) };
}
