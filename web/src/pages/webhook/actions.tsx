import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Webhook } from '../../api/contract';
import { request } from '../../api/request';
import { Dialog } from '../../components/dialog';
import { ConfirmButton } from '../../components/confirm-button';
import { ProblemNotice } from '../../components/problem-notice';
import { createIdempotencyKey } from '../../requests/idempotency';
import { SigningSecret } from '../../components/signing-secret';

/** Returns the requests for buttons that need no confirmation. */
function useChanges(webhook: Webhook) {
  const queries = useQueryClient();
  const params = { id: webhook.id };
  const fresh = () => ({ params, headers: createIdempotencyKey() });
  const onSettled = () => queries.invalidateQueries();
  const test = useMutation({
    mutationFn: async () => await request('POST /webhooks/{id}/test', fresh()),
    onSuccess: ({ sent, delivery }) =>
      notifications.show({
        message: sent
          ? `The endpoint returned ${delivery.last_status}`
          : `The test failed: ${delivery.last_status ?? delivery.last_error ?? 'no response'}`,
        color: sent ? 'teal' : 'red',
      }),
    onSettled,
  });
  const toggle = useMutation({
    mutationFn: () =>
      request('PATCH /webhooks/{id}', { ...fresh(), body: { enabled: !webhook.enabled } }),
    onSettled,
  });
  return { test, toggle };
}

/** Shows an endpoint's actions. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const { test, toggle } = useChanges(webhook);
  const error = test.error ?? toggle.error;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button loading={test.isPending} onClick={() => test.mutate()}>
          Send test event
        </Button>
        <NewSecret id={webhook.id} />
        <Button variant="default" loading={toggle.isPending} onClick={() => toggle.mutate()}>
          {webhook.enabled ? 'Disable' : 'Enable'}
        </Button>
        <DeleteWebhook id={webhook.id} />
      </Group>
      {error && <ProblemNotice error={error} />}
    </Stack>
  );
}

function NewSecret({ id }: { readonly id: string }) {
  const [secret, setSecret] = useState<string | null>(null);
  const forget = () => setSecret(null);
  return (
    <>
      <ConfirmButton
        size="sm"
        variant="default"
        color="indigo"
        label="Rotate secret"
        title="Rotate secret?"
        act={async () => {
          const headers = createIdempotencyKey();
          const made = await request('POST /webhooks/{id}/rotate_secret', {
            params: { id },
            headers,
          });
          setSecret(made.secret);
        }}
      >
        For 24 hours, deliveries will be signed with both the new secret and the current one. Update
        your server before then. Older secrets will stop working immediately.
      </ConfirmButton>
      <Dialog opened={secret !== null} onClose={forget} title="New secret" centered size="lg">
        {secret !== null && <SigningSecret secret={secret} onDone={forget} />}
      </Dialog>
    </>
  );
}

function DeleteWebhook({ id }: { readonly id: string }) {
  const navigate = useNavigate();
  return (
    <ConfirmButton
      size="sm"
      variant="light"
      label="Delete"
      title="Delete this endpoint?"
      act={() =>
        request('DELETE /webhooks/{id}', { params: { id }, headers: createIdempotencyKey() })
      }
      onDone={() => navigate({ to: '/webhooks' })}
    >
      It will stop receiving events, and its delivery history will be deleted.
    </ConfirmButton>
  );
}
