import { Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { AdminOverview } from '../../api/contract';
import { ColumnChart } from '../../components/column-chart';
import classes from '../../components/column-chart.module.css';
import { formatNumber } from '../../format/numbers';
import { formatTimeOfDay, formatUtcDay } from '../../format/times';

/**
 * Parts of a column, from the bottom to the top. The colours remain distinguishable with colour
 * blindness (Okabe and Ito).
 */
const LAYERS = [
  { field: 'completed', label: 'completed', color: '#4c6ef5' },
  { field: 'failed_by_service', label: 'failed by the service', color: '#e69f00' },
  { field: 'failed_by_request', label: 'failed by their request', color: '#8a8f98' },
] as const;
const LABEL_EVERY = [1, 2, 3, 4, 6, 12];
const DAY_S = 86_400;

type Step = AdminOverview['series'][number];

/** Shows completed and failed requests over time. */
export function OverviewChart({ overview }: { readonly overview: AdminOverview }) {
  const { series, step_seconds: step } = overview;
  const times = useMemo(() => series.map(({ at }) => at / 1_000), [series]);
  const layers = useMemo(
    () => LAYERS.map(({ field, color }) => ({ color, values: series.map((one) => one[field]) })),
    [series],
  );
  const format = step === DAY_S ? formatUtcDay : formatTimeOfDay;
  const texts = series.map((one) => `${format(one.at)}: ${describeStep(one)}`);
  return (
    <>
      <ColumnChart
        times={times}
        layers={layers}
        step={step}
        labelEvery={LABEL_EVERY}
        formatTime={format}
        caption="By the time of the request"
        describe={(column) => texts[column] ?? ''}
      />
      <ul className="for-readers-only">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Group gap="md" mt="xs" aria-hidden="true">
        {LAYERS.map(({ label, color }) => (
          <Group key={label} gap={6} wrap="nowrap">
            <span className={classes.swatch} style={{ background: color }} />
            <Text fz="xs">{label}</Text>
          </Group>
        ))}
      </Group>
    </>
  );
}

const describeStep = (step: Step): string =>
  LAYERS.map(({ field, label }) => `${formatNumber(step[field])} ${label}`).join(', ');
