import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiQuery } from '../api/queries';
import { request } from '../api/request';
import { CodeBlock } from '../components/code-block';
import { Id } from '../components/id';
import { UntilMoment } from '../components/moment';
import { ProblemNotice } from '../components/problem-notice';
import { createIdempotencyKey } from '../requests/idempotency';
import { mayChange, useSession } from '../session/session';
import { Attempts } from './attempts';
import { DeliveryState } from './delivery-state';

interface Props {
  readonly webhookId: string;
  readonly id: string;
}

/** Shows a delivery: its request and the response to each attempt. */
export function Delivery({ webhookId, id }: Props) {
  const params = { id: webhookId, delivery_id: id };
  const { data, error, isPending } = useQuery(
    apiQuery('/webhooks/{id}/deliveries/{delivery_id}', { params }),
  );
  if (error) return <ProblemNotice error={error} />;
  if (isPending) return <Skeleton h={200} />;
  return (
    <Stack>
      <Group justify="space-between">
        <DeliveryState status={data.status} />
        <Id value={data.id} />
      </Group>
      <Resend params={params} />
      {data.next_attempt_at !== null && (
        <Text fz="sm">
          Next attempt <UntilMoment at={data.next_attempt_at} />
        </Text>
      )}
      <Title order={3} fz="sm">
        Attempts
      </Title>
      <Attempts log={data.attempt_log} />
      <Title order={3} fz="sm">
        Request
      </Title>
      <CodeBlock text={readable(data.request_body)} what="request body" />
    </Stack>
  );
}

interface ResendProps {
  readonly params: { readonly id: string; readonly delivery_id: string };
}

function Resend({ params }: ResendProps) {
  const { role } = useSession();
  const queries = useQueryClient();
  const resend = useMutation({
    mutationFn: async () => {
      const headers = createIdempotencyKey();
      return await request('POST /webhooks/{id}/deliveries/{delivery_id}/resend', {
        params,
        headers,
      });
    },
    onSettled: () => queries.invalidateQueries(),
  });
  if (!mayChange(role)) return null;
  return (
    <>
      {resend.error && <ProblemNotice error={resend.error} />}
      <Group gap="sm">
        <Button size="xs" loading={resend.isPending} onClick={() => resend.mutate()}>
          Resend
        </Button>
        {resend.data && (
          <Text fz="sm" component="output">
            {resend.data.id === params.delivery_id
              ? 'The delivery has been queued again.'
              : 'The event has been queued as a new delivery.'}
          </Text>
        )}
      </Group>
    </>
  );
}

/** Adds line breaks for readability; the signature covers the original single line. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
