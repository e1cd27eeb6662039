import { Button } from '@mantine/core';
import { EmptyState } from '../components/empty-state';
import { AlertIcon } from '../components/icons';

/** A page that could not be drawn; most often an older one whose files a new version has replaced. */
export function RouteFailure() {
  return (
    <EmptyState
      level={1}
      icon={<AlertIcon size={24} />}
      title="This page could not be shown"
      action={<Button onClick={() => globalThis.location.reload()}>Load again</Button>}
    >
      A newer version of the dashboard may have been installed. Your work is not lost: requests that
      were accepted go on.
    </EmptyState>
  );
}
