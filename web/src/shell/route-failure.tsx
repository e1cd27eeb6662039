import { Button, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { EmptyState } from '../components/empty-state';
import { AlertIcon, RefreshIcon } from '../components/icons';
import { useIsOnline } from '../live/use-is-online';
import { isLoadFailure, OfflineError } from '../requests/load-failure';

interface Props {
  readonly error: unknown;
}

/** Replaces a page that failed to load or render, and says which of both. */
export function RouteFailure({ error }: Props) {
  if (error instanceof OfflineError) return <NotLoaded />;
  const reload = <Button onClick={() => globalThis.location.reload()}>Reload</Button>;
  if (isLoadFailure(error)) {
    return (
      <EmptyState
        level={1}
        icon={<RefreshIcon size={24} />}
        title="A new version is available"
        action={reload}
      >
        A part of this page could not be loaded, probably because the dashboard was updated. Reload
        to use the new version. Anything you've already started keeps running.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      level={1}
      icon={<AlertIcon size={24} />}
      title="Something went wrong"
      action={
        <Group>
          {reload}
          <CopyDetails error={error} />
        </Group>
      }
    >
      This page failed to load. Reload to try again. Anything you've already started keeps running.
    </EmptyState>
  );
}

/** Copies what a report of the failure needs. */
function CopyDetails({ error }: Props) {
  const { copy, copied } = useClipboard({ timeout: 1_500 });
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return (
    <Button
      variant="default"
      onClick={() => copy([globalThis.location.href, navigator.userAgent, details].join('\n'))}
    >
      {copied ? 'Copied' : 'Copy details'}
    </Button>
  );
}

/** Loads the page as soon as the browser is connected again. */
function NotLoaded() {
  const router = useRouter();
  const isOnline = useIsOnline();
  const wasOnline = useRef(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline.current) void router.invalidate();
    wasOnline.current = isOnline;
  }, [isOnline, router]);
  return (
    <EmptyState
      level={1}
      icon={<AlertIcon size={24} />}
      title="You are offline"
      action={<Button onClick={() => void router.invalidate()}>Try again</Button>}
    >
      This page was not opened before, so it needs a connection. It appears when you are connected
      again.
    </EmptyState>
  );
}
