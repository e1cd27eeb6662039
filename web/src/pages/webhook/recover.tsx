import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { recoverWebhook } from '../../api';
import { newIdempotencyKey } from '../../lib/idempotency';
import { readProblem } from '../../lib/problem';
import { mayChange, useSession } from '../../lib/session';

const HOUR_MS = 3_600_000;
const SINCE: readonly (readonly [string, number])[] = [
  ['the last hour', HOUR_MS],
  ['the last day', 24 * HOUR_MS],
  ['the last week', 7 * 24 * HOUR_MS],
];

/** Sends again what failed or was skipped since a moment. */
export function Recover({ webhookId }: { readonly webhookId: string }) {
  const { role } = useSession();
  const queries = useQueryClient();
  const recover = useMutation({
    mutationFn: (since: number) =>
      recoverWebhook({
        path: { id: webhookId },
        body: { since },
        headers: newIdempotencyKey(),
        throwOnError: true,
      }),
    onSuccess: () =>
      notifications.show({ message: 'What failed is on its way again', color: 'teal' }),
    onError: (error) => notifications.show({ message: readProblem(error).message, color: 'red' }),
    onSettled: () => queries.invalidateQueries(),
  });
  if (!mayChange(role)) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="xs" loading={recover.isPending}>
          Recover what failed
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {SINCE.map(([label, length]) => (
          <Menu.Item key={label} onClick={() => recover.mutate(Date.now() - length)}>
            of {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
