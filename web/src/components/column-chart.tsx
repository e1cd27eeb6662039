import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import { buildChartOptions, type ChartStyle } from './column-chart-options';
import classes from './column-chart.module.css';

export interface ColumnLayer {
  readonly color: string;
  /** Values, one per column. */
  readonly values: readonly number[];
}

interface Props extends Pick<ChartStyle, 'step' | 'labelEvery' | 'formatTime'> {
  /** Start of each column in Unix seconds. */
  readonly times: readonly number[];
  /** Parts of each column, from the bottom to the top. */
  readonly layers: readonly ColumnLayer[];
  /** Caption while the pointer is on no column. */
  readonly caption: string;
  /** Describes a column, given its index. */
  readonly describe: (column: number) => string;
}

/** Stacks the layers, so that the last one holds the total of each column. */
function stack(layers: readonly ColumnLayer[], count: number): number[][] {
  const sums = Array.from({ length: count }, () => 0);
  return layers.map(({ values }) =>
    values.map((value, at) => (sums[at] = (sums[at] ?? 0) + value)),
  );
}

/** A chart of stacked columns over time. The page must also show its numbers as text. */
export function ColumnChart({ times, layers, step, labelEvery, formatTime, ...texts }: Props) {
  const scheme = useComputedColorScheme('light');
  const { ref: frame, width } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const [column, setColumn] = useState<number | null>(null);
  useEffect(() => {
    if (!place.current || width === 0) return;
    // Later series cover earlier ones, so the tallest is drawn first.
    const stacked = stack(layers, times.length).toReversed();
    const options = buildChartOptions({
      width,
      isDark: scheme === 'dark',
      colors: layers.map(({ color }) => color).toReversed(),
      step,
      labelEvery,
      formatTime,
      onColumn: setColumn,
    });
    const plot = new UPlot(options, [[...times], ...stacked], place.current);
    return () => plot.destroy();
  }, [times, layers, step, labelEvery, formatTime, scheme, width]);
  const isOnColumn = column !== null && column < times.length;
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        {isOnColumn ? texts.describe(column) : texts.caption}
      </figcaption>
      <div ref={frame} className={classes.frame}>
        <div ref={place} aria-hidden="true" />
      </div>
    </figure>
  );
}
