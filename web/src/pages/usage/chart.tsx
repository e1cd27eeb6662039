import { useMemo } from 'react';
import { ColumnChart } from '../../components/column-chart';
import { formatCredits } from '../../format/numbers';
import { formatUtcDay } from '../../format/times';
import type { Group } from './groups';

interface Props {
  readonly days: readonly string[];
  readonly groups: readonly Group[];
  /** One colour per group. */
  readonly colors: readonly string[];
}

const DAY_S = 86_400;
const LABEL_EVERY = [1, 2, 3, 7, 14, 28];

/** Shows credits per day. The table below has the same numbers as text. */
export function UsageChart({ days, groups, colors }: Props) {
  const times = useMemo(() => days.map((name) => Date.parse(name) / 1_000), [days]);
  const layers = useMemo(
    () => groups.map(({ credits }, at) => ({ color: colors[at] ?? '', values: credits })),
    [groups, colors],
  );
  return (
    <ColumnChart
      times={times}
      layers={layers}
      step={DAY_S}
      labelEvery={LABEL_EVERY}
      formatTime={formatUtcDay}
      caption="Credits per day"
      describe={(day) => describeDay(days, groups, day)}
    />
  );
}

function describeDay(days: readonly string[], groups: readonly Group[], day: number): string {
  const sum = groups.reduce((total, { credits }) => total + (credits[day] ?? 0), 0);
  const parts = groups
    .filter(({ credits }) => (credits[day] ?? 0) > 0)
    .map(({ label, credits }) => `${label} ${credits[day]}`);
  const words = [`${days[day]}: ${formatCredits(sum)}`, ...parts];
  return words.join(' · ');
}
