import { Box, Table, Text } from '@mantine/core';
import type { WebhookAttempt, WebhookDeliveryError } from '../../api/contract';
import { DataTable } from '../../components/data-table';
import { Moment } from '../../components/moment';
import { formatDuration } from '../../format/times';

const COLUMNS = [
  { label: 'Answer' },
  { label: 'Attempt', isNumber: true },
  { label: 'Took', isNumber: true },
  { label: 'When', isNumber: true },
];

/** What stood in the way of an answer. */
const REASONS: Record<WebhookDeliveryError, string> = {
  timeout: 'No answer within 10 seconds',
  dns: 'The host name has no address',
  connect: 'Nothing accepted the connection',
  tls: 'The certificate is not valid for the host',
  blocked_address: 'The address is not public, or not https',
  redirect: 'It was a redirect, which is never followed',
  http_status: 'It was not 2xx',
  reset: 'The connection broke',
  endpoint_unavailable: 'No request was sent, because earlier ones hung',
};

/** What came back, each time. */
export function Attempts({ log }: { readonly log: readonly WebhookAttempt[] }) {
  if (log.length === 0) return <Text fz="sm">Nothing was sent yet.</Text>;
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
