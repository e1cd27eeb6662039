import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '../../api';
import { Dialog } from '../../components/dialog';
import { ProblemNotice } from '../../components/problem-notice';
import { newIdempotencyKey } from '../../lib/idempotency';
import { SecretOnce } from '../webhooks/secret-once';

/** The requests of the buttons. */
function useChanges(webhook: Webhook) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const call = { path: { id: webhook.id }, throwOnError: true } as const;
  const fresh = () => ({ ...call, headers: newIdempotencyKey() });
  const onSettled = () => queries.invalidateQueries();
  const test = useMutation({
    mutationFn: async () => (await testWebhook(fresh())).data,
    onSuccess: ({ sent, delivery }) =>
      notifications.show({
        message: sent
          ? `The endpoint answered ${delivery.last_status}`
          : `No 2xx came back: ${delivery.last_status ?? delivery.last_error ?? 'no answer'}`,
        color: sent ? 'teal' : 'red',
      }),
    onSettled,
  });
  const rotate = useMutation({
    mutationFn: async () => (await rotateWebhookSecret(fresh())).data,
    onSettled,
  });
  const toggle = useMutation({
    mutationFn: () => updateWebhook({ ...fresh(), body: { enabled: !webhook.enabled } }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => deleteWebhook(fresh()),
    onSuccess: () => navigate({ to: '/webhooks' }),
    onSettled,
  });
  return { test, rotate, toggle, remove };
}

/** What can be done with an endpoint. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const [asksDelete, question] = useDisclosure();
  const { test, rotate, toggle, remove } = useChanges(webhook);
  const error = test.error ?? rotate.error ?? toggle.error ?? remove.error;
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        <Button loading={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>
        <Button variant="default" loading={rotate.isPending} onClick={() => rotate.mutate()}>
          New secret
        </Button>
        <Button variant="default" loading={toggle.isPending} onClick={() => toggle.mutate()}>
          {webhook.enabled ? 'Disable' : 'Enable'}
        </Button>
        <Button variant="light" color="red" onClick={question.open}>
          Delete
        </Button>
      </Group>
      {error && <ProblemNotice error={error} />}
      <Dialog
        opened={rotate.data !== undefined}
        onClose={rotate.reset}
        title="The new secret"
        centered
      >
        {rotate.data && <SecretOnce secret={rotate.data.secret} onDone={rotate.reset} />}
      </Dialog>
      <Dialog opened={asksDelete} onClose={question.close} title="Delete this endpoint?" centered>
        <Stack>
          <Text fz="sm">Nothing is sent to it any more. Its deliveries are forgotten.</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={question.close}>
              Keep it
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              Delete
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </Stack>
  );
}
