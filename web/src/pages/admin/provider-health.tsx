import { Text } from '@mantine/core';
import type { AdminProvider } from '../../api/contract';
import { UntilMoment } from '../../components/moment';
import { Tag } from '../../components/tag';

interface HealthProps {
  readonly row: AdminProvider;
  /** Time at which the row was fetched. */
  readonly now: number;
}

/** Shows a provider's health. Workers skip a failing provider for a while. */
export function ProviderHealth({ row, now }: HealthProps) {
  if (row.rests_until !== null && row.rests_until > now) {
    return (
      <>
        <Tag color="red">paused</Tag>
        <Text fz="xs" c="dimmed">
          used again <UntilMoment at={row.rests_until} />
        </Text>
      </>
    );
  }
  if (row.failures === 0) return <Tag color="teal">healthy</Tag>;
  const text = row.failures === 1 ? '1 failure in a row' : `${row.failures} failures in a row`;
  return <Tag color="orange">{text}</Tag>;
}
