import { Avatar, Group, Text, UnstyledButton } from '@mantine/core';
import { lazy } from 'react';
import type { Session } from '../api/contract';
import { LazyMenu } from '../components/lazy-menu';

const AccountMenuList = lazy(() => import('./account-menu-list'));

/** Shows the signed-in user, who opens a menu with the theme and sign-out. */
export function AccountMenu({ session }: { readonly session: Session }) {
  const name = session.member?.name ?? (session.operator ? 'Operator' : 'Owner');
  const { plan } = session.account;
  return (
    <LazyMenu
      renderMenu={(button) => <AccountMenuList button={button} />}
      button={
        <UnstyledButton w="100%" p="xs" className="account-button">
          <Group gap="sm" wrap="nowrap">
            <Avatar size={32} radius="xl" color="indigo" name={name} />
            <div>
              <Text fz="sm" fw={600} truncate maw={140}>
                {name}
              </Text>
              <Text fz="xs" c="dimmed">
                {`${plan.slice(0, 1).toUpperCase()}${plan.slice(1)} plan`}
              </Text>
            </div>
          </Group>
        </UnstyledButton>
      }
    />
  );
}
