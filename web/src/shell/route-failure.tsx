import { Button } from '@mantine/core';
import { EmptyState } from '../components/empty-state';
import { AlertIcon } from '../components/icons';

/**
 * Replaces a page that failed to load or render, often because a new version replaced its files.
 */
export function RouteFailure() {
  return (
    <EmptyState
      level={1}
      icon={<AlertIcon size={24} />}
      title="Something went wrong"
      action={<Button onClick={() => globalThis.location.reload()}>Reload</Button>}
    >
      This page failed to load. Reload to try again. Anything you've already started keeps running.
    </EmptyState>
  );
}
