import { Button, Group, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { apiUrl } from '../../api/fetch-json';
import { EmptyState } from '../../components/empty-state';
import { ChartIcon, DownloadIcon } from '../../components/icons';
import { MakeLink } from '../../components/link-button';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { formatCredits } from '../../format/numbers';
import { listLastDays, buildUsageQuery } from '../../queries/usage';
import { UsageChart } from './chart';
import { saveText, toCsv } from './csv';
import { UsageTable } from './group-table';
import { groupUsage, mergeSmall } from './groups';
import { GROUPINGS, LENGTHS, type UsageSearch } from './search';

const routeApi = getRouteApi('/shell/usage');

/**
 * Colours that remain distinguishable with colour blindness (Okabe and Ito), in light and dark
 * themes.
 */
const COLORS = ['#4c6ef5', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#8a8f98'];

export function UsagePage() {
  const { by = 'model', days: length = 30 } = routeApi.useSearch();
  const days = useMemo(() => listLastDays(length), [length]);
  const from = days[0] ?? '';
  const to = days.at(-1) ?? '';
  const usage = useQuery(buildUsageQuery({ from, to, group_by: by }));
  const rows = usage.data;
  const groups = useMemo(() => groupUsage(rows ?? [], days, by), [rows, days, by]);
  const drawn = useMemo(() => mergeSmall(groups, COLORS.length), [groups]);
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const save = rows && rows.length > 0 && (
    <>
      <Button
        component="a"
        href={apiUrl(`/usage/export?from=${from}&to=${to}`)}
        download
        variant="default"
        leftSection={<DownloadIcon size={16} />}
      >
        Download requests
      </Button>
      <Button
        variant="default"
        leftSection={<DownloadIcon size={16} />}
        onClick={() => saveText(toCsv(rows, by), `usage-${from}-to-${to}-by-${by}.csv`)}
      >
        Download CSV
      </Button>
    </>
  );
  return (
    <Page title="Usage" lead="Daily credit usage (UTC), after refunds." actions={save}>
      <Choices />
      {usage.error && <ProblemNotice error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.isPending && <Skeleton h={360} radius="lg" />}
      {rows?.length === 0 && (
        <EmptyState
          icon={<ChartIcon size={24} />}
          title="No usage in this period"
          action={<MakeLink>Create</MakeLink>}
        >
          Your daily credit usage appears here. Create an image or a video to get started.
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Panel title={`Spent in the last ${length} days`}>
          <Text fz={32} fw={650} lh={1.2} mb="xs" className="number">
            {formatCredits(total)}
          </Text>
          <UsageChart days={days} groups={drawn} colors={COLORS.slice(0, drawn.length)} />
          <UsageTable groups={groups} colors={COLORS} drawn={drawn.length} total={total} />
        </Panel>
      )}
    </Page>
  );
}

/** Controls for the period and the grouping. */
function Choices() {
  const search = routeApi.useSearch();
  const navigate = routeApi.useNavigate();
  const choose = (change: UsageSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label="Period"
        data={LENGTHS.map((days) => ({ value: String(days), label: `${days} days` }))}
        value={String(search.days ?? 30)}
        onChange={(value) => choose({ days: LENGTHS.find((days) => String(days) === value) })}
      />
      <SegmentedControl
        aria-label="Group by"
        data={GROUPINGS.map((one) => one)}
        value={search.by ?? 'model'}
        onChange={(value) => choose({ by: GROUPINGS.find((one) => one.value === value)?.value })}
      />
    </Group>
  );
}
