import { Anchor, Paper, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AdminOverview } from '../../api/contract';
import { formatNumber } from '../../format/numbers';
import { formatRate } from './format-rate';

interface Tile {
  readonly label: string;
  readonly value: string;
  readonly detail: ReactNode;
}

interface Props {
  readonly overview: AdminOverview;
  /** Length of the period. */
  readonly hours: number;
}

/** Shortest period of the tab of failures. */
const DAY_HOURS = 24;

/** Shows the most important numbers of the overview. */
export function OverviewTiles({ overview, hours }: Props) {
  return (
    <SimpleGrid component="dl" cols={{ base: 2, md: 4 }} m={0} spacing="md">
      {listTiles(overview, Math.max(hours, DAY_HOURS)).map(({ label, value, detail }) => (
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

/**
 * Lists the tiles.
 * @param hours period of the failures to link to
 */
function listTiles(overview: AdminOverview, hours: number): readonly Tile[] {
  const { requests, failure_rate: rate, queue } = overview;
  const { accepted, completed, failed_by_service: ours, failed_by_request: theirs } = requests;
  const { queued, processing } = queue;
  return [
    {
      label: 'Requests',
      value: formatNumber(accepted),
      detail: `${formatNumber(completed)} completed, ${formatNumber(requests.cancelled)} cancelled`,
    },
    {
      label: 'Failure rate',
      value: formatRate(rate),
      detail: (
        <>
          {formatNumber(ours)} by the service, {formatNumber(theirs)} by requests.{' '}
          <Anchor
            fz="xs"
            underline="always"
            renderRoot={(props) => (
              <Link to="/admin" search={{ tab: 'failures', hours }} {...props} />
            )}
          >
            Show failures
          </Anchor>
        </>
      ),
    },
    {
      label: 'Credits spent',
      value: formatNumber(overview.credits_spent),
      detail: 'For completed requests',
    },
    {
      label: 'Queue now',
      value: formatNumber(queued + processing),
      detail: `${formatNumber(queued)} queued, ${formatNumber(processing)} running`,
    },
  ];
}
