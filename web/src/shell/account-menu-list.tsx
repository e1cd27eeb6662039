import { Menu, useMantineColorScheme } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { LogOutIcon, MoonIcon, SettingsIcon, SunIcon } from '../components/icons';
import { MenuFrame, type MenuButton } from '../components/menu-frame';
import { forgetKept } from '../session/kept';
import { signOut } from '../session/session';

const SCHEMES = [
  { value: 'light', label: 'Light', icon: <SunIcon size={16} /> },
  { value: 'dark', label: 'Dark', icon: <MoonIcon size={16} /> },
  { value: 'auto', label: 'System', icon: <SettingsIcon size={16} /> },
] as const;

/** Lists the themes and sign-out. */
export default function AccountMenuList({ button }: { readonly button: MenuButton }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leave = useMutation({
    mutationFn: signOut,
    // Loads a full page, which drops all data of the user who signed out.
    onSuccess: () => {
      forgetKept();
      globalThis.location.assign(`${import.meta.env.BASE_URL}sign-in`);
    },
  });
  return (
    <MenuFrame button={button} position="top-start" width={208}>
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
    </MenuFrame>
  );
}
