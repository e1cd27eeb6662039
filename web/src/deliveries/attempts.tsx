import { Box, Table, Text } from '@mantine/core';
import type { WebhookAttempt, WebhookDeliveryError } from '../api/contract';
import { DataTable } from '../components/data-table';
import { Moment } from '../components/moment';
import { formatDuration } from '../format/times';

const COLUMNS = [
  { label: 'Response' },
  { label: 'Attempt', isNumber: true },
  { label: 'Duration', isNumber: true },
  { label: 'When', isNumber: true },
];

/** Reasons why an attempt failed. */
const REASONS: Record<WebhookDeliveryError, string> = {
  timeout: 'No response within 10 seconds',
  dns: 'The host name could not be resolved',
  connect: 'The connection was refused',
  tls: 'The TLS certificate is not valid for the host',
  blocked_address: "The URL is not public or doesn't use https",
  redirect: "The response was a redirect, and redirects aren't followed",
  http_status: 'The response status was not 2xx',
  reset: 'The connection was lost',
  endpoint_unavailable: 'Not sent because earlier requests to the endpoint timed out',
};

/** Shows the response to each attempt. */
export function Attempts({ log }: { readonly log: readonly WebhookAttempt[] }) {
  if (log.length === 0) return <Text fz="sm">No attempts yet.</Text>;
  return (
    <DataTable columns={COLUMNS} minWidth={420}>
      {log.map((attempt) => (
        <Table.Tr key={attempt.n}>
          <Table.Td>
            <Answer attempt={attempt} />
          </Table.Td>
          <Table.Td ta="right" className="number">
            {attempt.n}
          </Table.Td>
          <Table.Td ta="right" className="number unbroken">
            {formatDuration(attempt.duration_ms)}
          </Table.Td>
          <Table.Td ta="right">
            <Moment at={attempt.started_at} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

function Answer({ attempt }: { readonly attempt: WebhookAttempt }) {
  const { status, error, response_excerpt: excerpt } = attempt;
  return (
    <Box>
      <Text fz="sm" fw={600} className="number">
        {status ?? 'none'}
      </Text>
      {error && (
        <Text fz="sm" c="var(--mantine-color-error)">
          {REASONS[error]}.
        </Text>
      )}
      {excerpt && (
        <Text fz="xs" c="dimmed" className="breakable">
          {excerpt}
        </Text>
      )}
    </Box>
  );
}
