import { Avatar, Group, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Session } from '../api/contract';
import { LogOutIcon, MoonIcon, SettingsIcon, SunIcon } from '../components/icons';
import { forgetKept } from '../session/kept';
import { signOut } from '../session/session';

/** Shows the signed-in user, the theme and sign-out. */
export function AccountMenu({ session }: { readonly session: Session }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leave = useMutation({
    mutationFn: signOut,
    // Loads a full page, which drops all data of the user who signed out.
    onSuccess: () => {
      forgetKept();
      globalThis.location.assign(`${import.meta.env.BASE_URL}sign-in`);
    },
  });
  const name = session.member?.name ?? (session.operator ? 'Operator' : 'Owner');
  return (
    <Menu position="top-start" width={208} shadow="md">
      <Menu.Target>
        <UnstyledButton w="100%" p="xs" className="account-button">
          <Group gap="sm" wrap="nowrap">
            <Avatar size={32} radius="xl" color="indigo" name={name} />
            <div>
              <Text fz="sm" fw={600} truncate maw={140}>
                {name}
              </Text>
              <Text fz="xs" c="dimmed">
                {`${session.account.plan.slice(0, 1).toUpperCase()}${session.account.plan.slice(1)} plan`}
              </Text>
            </div>
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Theme</Menu.Label>
        {SCHEMES.map(({ value, label, icon }) => (
          <Menu.Item
            key={value}
            leftSection={icon}
            onClick={() => setColorScheme(value)}
            rightSection={colorScheme === value ? '✓' : null}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<LogOutIcon size={16} />} onClick={() => leave.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const SCHEMES = [
  { value: 'light', label: 'Light', icon: <SunIcon size={16} /> },
  { value: 'dark', label: 'Dark', icon: <MoonIcon size={16} /> },
  { value: 'auto', label: 'System', icon: <SettingsIcon size={16} /> },
] as const;
