import {
  AppShell,
  Box,
  Burger,
  Center,
  Group,
  Loader,
  NavLink,
  ScrollArea,
  Text,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import type { Session } from '../api';
import { ProblemNotice } from '../components/problem-notice';
import { BookIcon } from '../components/icons';
import { isSignedOut } from '../lib/problem';
import { sessionOptions } from '../lib/session';
import { useLiveEvents } from '../lib/use-live-events';
import { AccountMenu } from './account-menu';
import { Logo } from './logo';
import { NAVIGATION } from './navigation';

/** Leads to the sign-in page without a session; else navigation and page. */
export function Shell() {
  const { data: session, error, refetch } = useQuery(sessionOptions());
  if (error && isSignedOut(error)) return <Navigate to="/sign-in" replace />;
  if (session) return <Frame session={session} />;
  return (
    <Center mih="100dvh" p="md">
      {error ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : <Loader />}
    </Center>
  );
}

function Frame({ session }: { readonly session: Session }) {
  const [opened, { toggle, close }] = useDisclosure();
  useLiveEvents();
  return (
    <AppShell
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a href="#content" className="skip-link">
        Skip to the page
      </a>
      <AppShell.Header hiddenFrom="sm">
        <Group h="100%" px="md" justify="space-between">
          <Logo />
          <Burger
            opened={opened}
            onClick={toggle}
            size="sm"
            aria-label={opened ? 'Close the navigation' : 'Open the navigation'}
            aria-expanded={opened}
          />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Pages">
        <Box visibleFrom="sm" px="xs" pt="sm" pb="lg">
          <Logo />
        </Box>
        <AppShell.Section grow component={ScrollArea} type="auto">
          <Pages session={session} onChosen={close} />
        </AppShell.Section>
        <AppShell.Section>
          <AccountMenu session={session} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Box maw={1240} mx="auto">
          <Outlet />
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}

interface PagesProps {
  readonly session: Session;
  readonly onChosen: () => void;
}

function Pages({ session, onChosen }: PagesProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isActive = (to: string) => (to === '/' ? path === '/' : path.startsWith(to));
  return (
    <>
      {NAVIGATION.map(({ label: group, items }) => (
        <Box key={group} mb="md">
          <Text fz="xs" fw={600} c="dimmed" px="xs" mb={4}>
            {group}
          </Text>
          {items
            .filter(({ isFor }) => isFor?.(session) ?? true)
            .map(({ to, label, icon: Icon }) => (
              <NavLink
                key={to}
                component={Link}
                to={to}
                label={label}
                leftSection={<Icon />}
                active={isActive(to)}
                aria-current={isActive(to) ? 'page' : undefined}
                onClick={onChosen}
                className="navigation-link"
              />
            ))}
        </Box>
      ))}
      <NavLink
        href="/docs"
        label="Documentation"
        leftSection={<BookIcon />}
        className="navigation-link"
      />
    </>
  );
}
