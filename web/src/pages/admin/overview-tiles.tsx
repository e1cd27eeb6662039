import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { AdminOverview } from '../../api/contract';
import { formatNumber } from '../../format/numbers';
import { formatRate } from './format-rate';

interface Tile {
  readonly label: string;
  readonly value: string;
  readonly detail: string;
}

/** Shows the most important numbers of the overview. */
export function OverviewTiles({ overview }: { readonly overview: AdminOverview }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 2, md: 4 }} m={0} spacing="md">
      {listTiles(overview).map(({ label, value, detail }) => (
        <Paper key={label} withBorder radius="lg" p="md">
          <Text component="dt" fz="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} fz={26} fw={650} lh={1.3} className="number breakable">
            {value}
          </Text>
          <Text component="dd" m={0} fz="xs" c="dimmed">
            {detail}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function listTiles({ requests, failure_rate: rate, ...rest }: AdminOverview): readonly Tile[] {
  const { accepted, completed, failed_by_service: ours, failed_by_request: theirs } = requests;
  const { queued, processing } = rest.queue;
  return [
    {
      label: 'Requests',
      value: formatNumber(accepted),
      detail: `${formatNumber(completed)} completed, ${formatNumber(requests.cancelled)} cancelled`,
    },
    {
      label: 'Failure rate',
      value: formatRate(rate),
      detail: `${formatNumber(ours)} by the service, ${formatNumber(theirs)} by requests`,
    },
    {
      label: 'Credits spent',
      value: formatNumber(rest.credits_spent),
      detail: 'For completed requests',
    },
    {
      label: 'Queue now',
      value: formatNumber(queued + processing),
      detail: `${formatNumber(queued)} queued, ${formatNumber(processing)} running`,
    },
  ];
}
