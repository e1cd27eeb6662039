import { Card, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SocialAccount } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { request } from '../../api/request';
import { ConfirmButton } from '../../components/confirm-button';
import { EmptyState } from '../../components/empty-state';
import { ShareIcon } from '../../components/icons';
import { LinkButton } from '../../components/link-button';
import { Moment } from '../../components/moment';
import { ProblemNotice } from '../../components/problem-notice';
import { Tag } from '../../components/tag';
import { formatCredits } from '../../format/numbers';
import { createIdempotencyKey } from '../../requests/idempotency';
import { mayChange, useSession } from '../../session/session';
import { PLATFORM_NAMES } from './platforms';
import { useCharacters } from '../../queries/use-characters';

/** Lists every connected account with its fee and status. */
export function Accounts({ connect }: { readonly connect: ReactNode }) {
  const list = useQuery(apiQuery('/social/accounts'));
  const { nameOf, hasNone } = useCharacters();
  return (
    <Stack>
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={180} radius="lg" />}
      {list.data?.data.length === 0 &&
        (hasNone ? <NoCharacter /> : <NoAccount connect={connect} />)}
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

function NoAccount({ connect }: { readonly connect: ReactNode }) {
  return (
    <EmptyState icon={<ShareIcon size={24} />} title="No accounts yet" action={connect}>
      Create a link for a character and platform. The account owner opens it to allow posting.
    </EmptyState>
  );
}

function NoCharacter() {
  return (
    <EmptyState
      icon={<ShareIcon size={24} />}
      title="No accounts yet"
      action={<LinkButton to="/characters">Create a character</LinkButton>}
    >
      Every account belongs to a character. Create a character, then connect its Instagram, TikTok,
      YouTube, Threads or X account.
    </EmptyState>
  );
}

interface Props {
  readonly account: SocialAccount;
  /** The character's name. */
  readonly character: string;
}

function AccountCard({ account, character }: Props) {
  const { platform, username, monthly_fee_credits: fee, connected_at: at } = account;
  const may = mayChange(useSession().role);
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
          <Tag>{name}</Tag>
        </Group>
        <Text fz="sm" c="dimmed" className="breakable">
          {character}'s account
        </Text>
        <AccountState account={account} />
        <Text fz="sm" className="number">
          {fee === 0 ? 'Included in your plan' : `${formatCredits(fee)} every 30 days`}
        </Text>
        <Text fz="xs" c="dimmed">
          Connected <Moment at={at} />
        </Text>
        {may && (
          <Group mt="auto" pt={4}>
            <Disconnect account={account} />
          </Group>
        )}
      </Stack>
    </Card>
  );
}

function AccountState({ account }: { readonly account: SocialAccount }) {
  const { needs_login: needsLogin, payment_due: isDue } = account;
  if (needsLogin) {
    return (
      <Text fz="sm" c="var(--mantine-color-error)">
        This connection has expired. The account owner needs to reconnect it.
      </Text>
    );
  }
  if (isDue) {
    return (
      <Text fz="sm" c="var(--mantine-color-error)">
        The monthly fee is unpaid. Posts will fail until payment succeeds. We retry daily.
      </Text>
    );
  }
  return <Tag color="teal">ready to post</Tag>;
}

function Disconnect({ account }: { readonly account: SocialAccount }) {
  const { character_id: character, platform, username } = account;
  return (
    <ConfirmButton
      size="xs"
      variant="light"
      label="Disconnect"
      title={`Disconnect @${username}?`}
      act={() =>
        request('DELETE /social/accounts/{character_id}/{platform}', {
          params: { character_id: character, platform },
          headers: createIdempotencyKey(),
        })
      }
    >
      Posts scheduled to this account will fail. Published posts stay on {PLATFORM_NAMES[platform]}.
    </ConfirmButton>
  );
}
