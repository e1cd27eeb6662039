import { Code, SegmentedControl, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { AdminCause } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { DataTable } from '../../components/data-table';
import { EmptyState } from '../../components/empty-state';
import { CheckIcon } from '../../components/icons';
import { LinkButton } from '../../components/link-button';
import { Moment } from '../../components/moment';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { formatNumber } from '../../format/numbers';
import { labelFailure } from '../../generations/failure-labels';

const routeApi = getRouteApi('/shell/admin');

const WEEK = 168;
const PERIODS = [
  { value: '24', label: '24 hours' },
  { value: `${WEEK}`, label: '7 days' },
  { value: '720', label: '30 days' },
];

/** Groups failed generations by their cause; the failures that operators can end come first. */
export function Failures() {
  const { hours = WEEK } = routeApi.useSearch();
  const navigate = routeApi.useNavigate();
  const { data, error, refetch } = useQuery(apiQuery('/admin/causes', { query: { hours } }));
  const choose = (value: string) =>
    void navigate({ search: { tab: 'failures', hours: Number(value) } });
  const causes = data?.data ?? [];
  return (
    <Stack>
      <SegmentedControl
        aria-label="Period"
        data={PERIODS}
        value={`${hours}`}
        onChange={choose}
        w="fit-content"
      />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={160} />}
      {data && (
        <>
          <Causes
            title="Service and providers"
            empty="The service and its providers failed no generation in this period."
            causes={causes.filter(({ side }) => side === 'service')}
          />
          <Causes
            title="Requests"
            empty="No generation failed because of its request in this period."
            causes={causes.filter(({ side }) => side === 'request')}
          />
        </>
      )}
    </Stack>
  );
}

const COLUMNS = [
  { label: 'Cause' },
  { label: 'Model' },
  { label: 'Failures', isNumber: true },
  { label: 'Accounts', isNumber: true },
  { label: 'First' },
  { label: 'Last' },
  { label: 'Runs', isHidden: true },
];

interface CausesProps {
  readonly title: string;
  readonly empty: string;
  readonly causes: readonly AdminCause[];
}

function Causes({ title, empty, causes }: CausesProps) {
  return (
    <Panel title={title}>
      {causes.length === 0 ? (
        <EmptyState icon={<CheckIcon size={24} />} title="No failures">
          {empty}
        </EmptyState>
      ) : (
        <DataTable columns={COLUMNS} minWidth={900}>
          {causes.map((cause) => (
            <CauseRow key={`${cause.error_code} ${cause.model}`} cause={cause} />
          ))}
        </DataTable>
      )}
    </Panel>
  );
}

function CauseRow({ cause }: { readonly cause: AdminCause }) {
  const { error_code: code, model, count, accounts } = cause;
  return (
    <Table.Tr>
      <Table.Td>
        <Text fz="sm" fw={550}>
          {labelFailure(code)}
        </Text>
        <Code fz="xs">{code}</Code>
      </Table.Td>
      <Table.Td>{model}</Table.Td>
      <Table.Td ta="right" className="number">
        {formatNumber(count)}
      </Table.Td>
      <Table.Td ta="right" className="number">
        {formatNumber(accounts)}
      </Table.Td>
      <Table.Td className="unbroken">
        <Moment at={cause.first_at} />
      </Table.Td>
      <Table.Td className="unbroken">
        <Moment at={cause.last_at} />
      </Table.Td>
      <Table.Td ta="right">
        <LinkButton
          to="/admin"
          search={{ tab: 'runs', code, model }}
          size="compact-sm"
          variant="default"
          aria-label={`Show runs: ${code}, ${model}`}
        >
          Show runs
        </LinkButton>
      </Table.Td>
    </Table.Tr>
  );
}
