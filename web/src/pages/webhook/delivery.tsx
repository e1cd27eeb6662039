import { Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { resendWebhookDelivery, type WebhookDeliveryDetail } from '../../api';
import { getWebhookDeliveryOptions } from '../../api/@tanstack/react-query.gen';
import { CodeBlock } from '../../components/code-block';
import { Id } from '../../components/id';
import { Moment } from '../../components/moment';
import { ProblemNotice } from '../../components/problem-notice';
import { formatDuration } from '../../lib/format';
import { newIdempotencyKey } from '../../lib/idempotency';
import { mayChange, useSession } from '../../lib/session';
import { DeliveryState } from './delivery-state';

interface Props {
  readonly webhookId: string;
  readonly id: string;
}

/** One delivery: what was sent, and what came back each time. */
export function Delivery({ webhookId, id }: Props) {
  const { role } = useSession();
  const queries = useQueryClient();
  const path = { id: webhookId, delivery_id: id };
  const { data, error, isPending } = useQuery(getWebhookDeliveryOptions({ path }));
  const resend = useMutation({
    mutationFn: () =>
      resendWebhookDelivery({ path, headers: newIdempotencyKey(), throwOnError: true }),
    onSettled: () => queries.invalidateQueries(),
  });
  if (error) return <ProblemNotice error={error} />;
  if (isPending) return <Skeleton h={200} />;
  return (
    <Stack>
      <Group justify="space-between">
        <DeliveryState status={data.status} />
        {mayChange(role) && (
          <Button size="xs" loading={resend.isPending} onClick={() => resend.mutate()}>
            Send again
          </Button>
        )}
      </Group>
      {resend.error && <ProblemNotice error={resend.error} />}
      {resend.isSuccess && (
        <Text fz="sm" component="output">
          It is on its way again, as a new delivery.
        </Text>
      )}
      <Id value={data.id} />
      {data.next_attempt_at !== null && (
        <Text fz="sm">
          Next attempt <Moment at={data.next_attempt_at} />
        </Text>
      )}
      <Attempts log={data.attempt_log} />
      <Text fw={600} fz="sm">
        Sent
      </Text>
      <CodeBlock text={readable(data.request_body)} what="body of the request" />
    </Stack>
  );
}

function Attempts({ log }: { readonly log: WebhookDeliveryDetail['attempt_log'] }) {
  if (log.length === 0) return <Text fz="sm">Nothing was sent yet.</Text>;
  return (
    <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Attempt</Table.Th>
            <Table.Th>When</Table.Th>
            <Table.Th>Took</Table.Th>
            <Table.Th>Answer</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {log.map((attempt) => (
            <Table.Tr key={attempt.n}>
              <Table.Td className="number">{attempt.n}</Table.Td>
              <Table.Td>
                <Moment at={attempt.started_at} />
              </Table.Td>
              <Table.Td className="number">{formatDuration(attempt.duration_ms)}</Table.Td>
              <Table.Td>
                <Text fz="sm" fw={600}>
                  {attempt.status ?? attempt.error ?? 'none'}
                </Text>
                <Text fz="xs" c="dimmed" className="breakable">
                  {attempt.response_excerpt}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The same bytes with line breaks; they are signed as they stand on one line. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
