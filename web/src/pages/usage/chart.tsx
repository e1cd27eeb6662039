import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import { formatCredits } from '../../format/numbers';
import { buildChartOptions } from './chart-options';
import classes from './chart.module.css';
import type { Group } from './groups';

interface Props {
  readonly days: readonly string[];
  readonly groups: readonly Group[];
  /** One colour per group. */
  readonly colors: readonly string[];
}

/** Stacks the groups, so that the last one holds each day's total. */
function stack(groups: readonly Group[], days: readonly string[]): number[][] {
  const sums = days.map(() => 0);
  return groups.map(({ credits }) =>
    credits.map((value, day) => (sums[day] = (sums[day] ?? 0) + value)),
  );
}

/** Shows credits per day. The table below has the same numbers as text. */
export function UsageChart({ days, groups, colors }: Props) {
  const scheme = useComputedColorScheme('light');
  const { ref: frame, width } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const [day, setDay] = useState<number | null>(null);
  useEffect(() => {
    if (!place.current || width === 0) return;
    // Later series cover earlier ones, so the tallest is drawn first.
    const stacked = stack(groups, days).toReversed();
    const at = days.map((name) => Date.parse(name) / 1_000);
    const style = { width, isDark: scheme === 'dark', colors: colors.toReversed(), onDay: setDay };
    const plot = new UPlot(buildChartOptions(style), [at, ...stacked], place.current);
    return () => plot.destroy();
  }, [days, groups, colors, scheme, width]);
  const shown = day !== null && days[day] ? describeDay(days, groups, day) : 'Credits per day';
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>{shown}</figcaption>
      <div ref={frame} className={classes.frame}>
        <div ref={place} aria-hidden="true" />
      </div>
    </figure>
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
