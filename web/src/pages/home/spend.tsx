import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Bars } from '../../components/bars';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { formatCredits } from '../../format/numbers';
import { listLastDays, buildUsageQuery } from '../../queries/usage';

const DAYS = 30;

/** Shows credits spent in the last 30 days, one bar per day. */
export function Spend() {
  const days = listLastDays(DAYS);
  const usage = useQuery(
    buildUsageQuery({ from: days[0] ?? '', to: days.at(-1) ?? '', group_by: 'type' }),
  );
  const rows = usage.data ?? [];
  const bars = days.map((day) => ({
    name: day,
    value: rows.filter((row) => row.day === day).reduce((sum, { credits }) => sum + credits, 0),
  }));
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  return (
    <Panel title="Spent in the last 30 days" h="100%">
      {usage.error ? (
        <ProblemNotice error={usage.error} onRetry={() => void usage.refetch()} />
      ) : (
        <>
          <Text fz={32} fw={650} lh={1.2} mb="xs" className="number">
            {usage.data ? formatCredits(total) : '–'}
          </Text>
          <Bars
            bars={bars}
            unit={formatCredits}
            label="Credits spent per day in the last 30 days"
          />
        </>
      )}
    </Panel>
  );
}
