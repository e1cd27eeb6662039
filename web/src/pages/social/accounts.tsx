import { Badge, Button, Card, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { disconnectSocialAccount, type SocialAccount } from '../../api';
import { listSocialAccountsOptions } from '../../api/@tanstack/react-query.gen';
import { Dialog } from '../../components/dialog';
import { EmptyState } from '../../components/empty-state';
import { ShareIcon } from '../../components/icons';
import { Moment } from '../../components/moment';
import { ProblemNotice } from '../../components/problem-notice';
import { formatCredits } from '../../lib/format';
import { newIdempotencyKey } from '../../lib/idempotency';
import { mayChange, useSession } from '../../lib/session';
import { PLATFORM_NAMES } from './platforms';
import { useCharacters } from './use-characters';

/** Every connected account, with its fee and how it stands. */
export function Accounts({ connect }: { readonly connect: ReactNode }) {
  const list = useQuery(listSocialAccountsOptions());
  const { nameOf } = useCharacters();
  return (
    <Stack>
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={180} radius="lg" />}
      {list.data?.data.length === 0 && (
        <EmptyState icon={<ShareIcon size={24} />} title="No account yet" action={connect}>
          Make a link for a character and a platform. Whoever owns the account opens it and allows
          posts.
        </EmptyState>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {list.data?.data.map((account) => (
          <AccountCard
            key={`${account.character_id} ${account.platform}`}
            account={account}
            character={nameOf(account.character_id)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

interface Props {
  readonly account: SocialAccount;
  /** Name of its character. */
  readonly character: string;
}

function AccountCard({ account, character }: Props) {
  const { platform, username, monthly_fee_credits: fee, connected_at: at } = account;
  const may = mayChange(useSession().role);
  const [asks, { open, close }] = useDisclosure();
  const name = PLATFORM_NAMES[platform];
  return (
    <Card
      withBorder
      radius="lg"
      padding="md"
      component="article"
      aria-label={`${name} ${username}`}
    >
      <Stack gap={6} h="100%">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} truncate>
            @{username}
          </Text>
          <Badge variant="light" tt="none" miw="max-content">
            {name}
          </Badge>
        </Group>
        <Text fz="sm" c="dimmed" className="breakable">
          of {character}
        </Text>
        <AccountState account={account} />
        <Text fz="sm" className="number">
          {fee === 0 ? 'Included in the plan' : `${formatCredits(fee)} every 30 days`}
        </Text>
        <Text fz="xs" c="dimmed">
          Connected <Moment at={at} />
        </Text>
        {may && (
          <Button size="xs" variant="light" color="red" mt="auto" onClick={open}>
            Disconnect
          </Button>
        )}
      </Stack>
      <Dialog opened={asks} onClose={close} title={`Disconnect @${username}?`} centered>
        <Disconnect account={account} onDone={close} />
      </Dialog>
    </Card>
  );
}

function AccountState({ account }: { readonly account: SocialAccount }) {
  const { needs_login: needsLogin, payment_due: isDue } = account;
  if (needsLogin) {
    return (
      <Text fz="sm" c="var(--mantine-color-error)">
        The platform has ended the connection. Its owner connects it again.
      </Text>
    );
  }
  if (isDue) {
    return (
      <Text fz="sm" c="var(--mantine-color-error)">
        The fee is not paid, so posts are paused. It is tried every day.
      </Text>
    );
  }
  return (
    <Badge color="teal" variant="light" tt="none" fw={600}>
      ready for posts
    </Badge>
  );
}

interface DisconnectProps {
  readonly account: SocialAccount;
  readonly onDone: () => void;
}

function Disconnect({ account, onDone }: DisconnectProps) {
  const queries = useQueryClient();
  const { character_id: characterId, platform } = account;
  const removal = useMutation({
    mutationFn: () =>
      disconnectSocialAccount({
        path: { character_id: characterId, platform },
        headers: newIdempotencyKey(),
        throwOnError: true,
      }),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Stack>
      <Text fz="sm">
        Posts that wait for their time fail for this account. What is published stays on{' '}
        {PLATFORM_NAMES[platform]}.
      </Text>
      {removal.error && <ProblemNotice error={removal.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          Keep it
        </Button>
        <Button color="red" loading={removal.isPending} onClick={() => removal.mutate()}>
          Disconnect
        </Button>
      </Group>
    </Stack>
  );
}
