import { SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { AdminOverview } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { EmptyState } from '../../components/empty-state';
import { ChartIcon } from '../../components/icons';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { FailingProviders } from './failing-providers';
import { OverviewChart } from './overview-chart';
import { OverviewModels } from './overview-models';
import { OverviewTiles } from './overview-tiles';

const routeApi = getRouteApi('/shell/admin');
const POLL_MS = 30_000;
const PERIODS = [
  { hours: 1, label: '1 hour' },
  { hours: 24, label: '24 hours' },
  { hours: 168, label: '7 days' },
] as const;
const DAY = PERIODS[1];

/** Shows the requests of all accounts in a period, and the providers that fail now. */
export function Overview() {
  const { hours: given } = routeApi.useSearch();
  const navigate = routeApi.useNavigate();
  const { hours, label } = PERIODS.find((one) => one.hours === given) ?? DAY;
  const { data, error, refetch } = useQuery({
    ...apiQuery('/admin/overview', { query: { hours } }),
    refetchInterval: POLL_MS,
  });
  const choose = (value: string) =>
    void navigate({ search: { tab: 'overview', hours: Number(value) }, replace: true });
  return (
    <Stack>
      <SegmentedControl
        aria-label="Period"
        data={PERIODS.map((one) => ({ value: `${one.hours}`, label: one.label }))}
        value={`${hours}`}
        onChange={choose}
        w="fit-content"
      />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={480} radius="lg" />}
      {data && <Loaded overview={data} hours={hours} period={label} />}
      <FailingProviders />
    </Stack>
  );
}

interface LoadedProps {
  readonly overview: AdminOverview;
  readonly hours: number;
  readonly period: string;
}

function Loaded({ overview, hours, period }: LoadedProps) {
  return (
    <>
      <OverviewTiles overview={overview} hours={hours} />
      {overview.truncated && (
        <Text fz="sm" c="dimmed">
          Only the newest 200,000 requests of each state are counted. Choose a shorter period.
        </Text>
      )}
      {overview.requests.accepted === 0 ? (
        <Panel>
          <EmptyState icon={<ChartIcon size={24} />} title="No requests in this period">
            Generations of all accounts appear here as soon as they are requested.
          </EmptyState>
        </Panel>
      ) : (
        <>
          <Panel title={`Requests, last ${period}`}>
            <OverviewChart overview={overview} />
          </Panel>
          <Panel title="Models">
            <OverviewModels models={overview.models} />
          </Panel>
        </>
      )}
    </>
  );
}
