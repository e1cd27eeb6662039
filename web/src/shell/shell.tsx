import { Box, Burger, Center, Loader, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, Outlet } from '@tanstack/react-router';
import type { Session } from '../api/contract';
import { ProblemNotice } from '../components/problem-notice';
import { BookIcon } from '../components/icons';
import { readQuestion } from '../session/open-question';
import { isSignedOut } from '../requests/problem';
import { buildSessionQuery } from '../session/session';
import { useLiveEvents } from '../live/use-live-events';
import { AccountMenu } from './account-menu';
import { Commands } from './commands';
import { Logo } from './logo';
import { NAVIGATION } from './navigation';
import { OfflineBanner } from './offline-banner';
import classes from './shell.module.css';

/** Redirects to sign-in if there is no session; otherwise shows the navigation and the page. */
export function Shell() {
  const { data: session, error, refetch } = useQuery(buildSessionQuery());
  if (error && isSignedOut(error)) return <Navigate to="/sign-in" replace />;
  // After sign-in, return to the page of a question if one is pending.
  const question = session ? readQuestion() : null;
  if (question !== null) return <Navigate {...question} replace />;
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
    <div className={classes.frame}>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <header className={classes.header}>
        <Logo />
        <Burger
          opened={opened}
          onClick={toggle}
          size="sm"
          aria-label={opened ? 'Close navigation' : 'Open navigation'}
          aria-expanded={opened}
        />
      </header>
      <nav className={classes.navbar} aria-label="Pages" data-opened={opened || undefined}>
        <div className={classes.logo}>
          <Logo />
        </div>
        <Commands session={session} />
        <div className={classes.pages}>
          <Pages session={session} onChosen={close} />
        </div>
        <AccountMenu session={session} />
      </nav>
      <main className={classes.main} id="content" tabIndex={-1}>
        <Box className={classes.content}>
          <OfflineBanner />
          <Outlet />
        </Box>
      </main>
    </div>
  );
}

interface PagesProps {
  readonly session: Session;
  readonly onChosen: () => void;
}

function Pages({ session, onChosen }: PagesProps) {
  return (
    <>
      {NAVIGATION.map(({ label: group, items }) => (
        <Box key={group} mb="sm">
          <Text fz="xs" fw={600} c="dimmed" px="xs" mb={4}>
            {group}
          </Text>
          {items
            .filter(({ isFor }) => isFor?.(session) ?? true)
            .map(({ to, label, icon: Icon }) => (
              <Link
                key={to}
                to={to}
                className={classes.link}
                activeOptions={{ exact: to === '/' }}
                onClick={onChosen}
              >
                <Icon />
                {label}
              </Link>
            ))}
        </Box>
      ))}
      <a href="/docs" className={classes.link}>
        <BookIcon />
        Documentation
      </a>
    </>
  );
}
