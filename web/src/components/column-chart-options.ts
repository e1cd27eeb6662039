import UPlot from 'uplot';

export interface ChartStyle {
  readonly width: number;
  readonly isDark: boolean;
  /** The series' colours, in drawing order. */
  readonly colors: readonly string[];
  /** Time between two columns in seconds. */
  readonly step: number;
  /** Allowed numbers of columns between two labels of the time axis. */
  readonly labelEvery: readonly number[];
  /** Formats a time in Unix milliseconds for the time axis. */
  readonly formatTime: (time: number) => string;
  /** Callback that receives the index of the column below the pointer, or null if there is none. */
  readonly onColumn: (column: number | null) => void;
}

const HEIGHT = 240;
const LARGEST_COLUMN = 48;

const SHORT = new Intl.NumberFormat('en', { notation: 'compact' });

/** Builds the options for the columns, the axes and the cursor. */
export function buildChartOptions(chart: ChartStyle): UPlot.Options {
  const { width, isDark, colors, step, onColumn } = chart;
  const stroke = isDark ? '#b8bcc4' : '#5a6170';
  const grid = { stroke: isDark ? '#3b3d42' : '#e6e8ec', width: 1 };
  const paths = UPlot.paths.bars?.({ size: [0.7, LARGEST_COLUMN], radius: [0.15, 0] });
  const axis = { stroke, grid, ticks: { show: false }, font: '12px system-ui, sans-serif' };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    // Keeps the first and the last column inside the frame.
    scales: {
      x: { range: (_, least, most) => [least - step / 2, most + step / 2] },
      y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_, times) => times.map((time) => chart.formatTime(time * 1_000)),
        incrs: chart.labelEvery.map((columns) => columns * step),
        space: 64,
      },
      {
        ...axis,
        size: 48,
        values: (_, values) => values.map((value) => SHORT.format(value)),
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6],
      },
    ],
    series: [
      {},
      ...colors.map((fill) => ({
        fill,
        width: 0,
        ...(paths && { paths }),
        points: { show: false },
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onColumn(cursor.idx ?? null)] },
  };
}
