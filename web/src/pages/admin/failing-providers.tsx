import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries';
import { LinkButton } from '../../components/link-button';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { ProviderHealth } from './provider-health';

const POLL_MS = 15_000;
const SHOWN_MAX = 8;

/** Lists the providers that fail or are paused now. */
export function FailingProviders() {
  const list = useQuery({ ...apiQuery('/admin/providers'), refetchInterval: POLL_MS });
  const failing = list.data?.data.filter(({ failures }) => failures > 0) ?? [];
  const more = failing.length - SHOWN_MAX;
  return (
    <Panel
      title="Failing providers"
      actions={
        <LinkButton to="/admin" search={{ tab: 'providers' }} size="compact-sm" variant="default">
          Show providers
        </LinkButton>
      }
    >
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={40} />}
      {list.data && failing.length === 0 && <Text fz="sm">No provider fails at the moment.</Text>}
      {failing.length > 0 && (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {failing.slice(0, SHOWN_MAX).map((row) => (
            <Group component="li" key={`${row.provider} ${row.upstream_model}`} gap="sm">
              <Text fz="sm" className="breakable">
                <b>{row.provider}</b> {row.upstream_model}
              </Text>
              <ProviderHealth row={row} now={list.dataUpdatedAt} />
            </Group>
          ))}
        </Stack>
      )}
      {more > 0 && (
        <Text fz="sm" c="dimmed" mt="sm">
          and {more} more
        </Text>
      )}
    </Panel>
  );
}
