import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { CheckIcon } from '../../components/icons';
import { ProblemNotice } from '../../components/problem-notice';
import { PLATFORM_NAMES } from './platforms';
import { isRefused, type PostOrder } from './send-posts';

interface Props {
  readonly orders: readonly PostOrder[];
  readonly isSending: boolean;
  readonly onRetry: () => void;
  /** Returns to the form with the platforms that failed. */
  readonly onEdit: () => void;
}

/** Shows which platforms were refused, after at least one of several posts failed. */
export function SendReport({ orders, isSending, onRetry, onEdit }: Props) {
  const failed = orders.filter(({ sent }) => !sent);
  return (
    <Stack aria-live="polite">
      {orders.map((order) => (
        <OrderResult key={order.headers['Idempotency-Key']} order={order} />
      ))}
      <Text fz="sm" c="dimmed">
        A retry sends only what failed, and posts nothing twice.
      </Text>
      <Group justify="flex-end" gap="xs">
        {failed.every(isRefused) && (
          <Button variant="default" onClick={onEdit} disabled={isSending}>
            Edit failed posts
          </Button>
        )}
        <Button onClick={onRetry} loading={isSending}>
          Retry failed posts
        </Button>
      </Group>
    </Stack>
  );
}

function OrderResult({ order: { post, sent, error } }: { readonly order: PostOrder }) {
  const names = post.platforms.map((platform) => PLATFORM_NAMES[platform]).join(', ');
  if (sent) {
    return (
      <Alert color="teal" variant="light" icon={<CheckIcon />} title={names}>
        {sent.status}
      </Alert>
    );
  }
  return (
    <Stack gap={4}>
      <Text fw={600} fz="sm">
        {names}
      </Text>
      <ProblemNotice error={error} />
    </Stack>
  );
}
