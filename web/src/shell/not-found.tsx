import { Button } from '@mantine/core';
import { EmptyState } from '../components/empty-state';
import { SearchIcon } from '../components/icons';

export function NotFound() {
  return (
    <EmptyState
      level={1}
      icon={<SearchIcon size={24} />}
      title="Page not found"
      action={
        <Button component="a" href="/app" variant="light">
          Go home
        </Button>
      }
    >
      The URL may be wrong, or the content may have been deleted.
    </EmptyState>
  );
}
