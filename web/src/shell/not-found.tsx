import { Button } from '@mantine/core';
import { EmptyState } from '../components/empty-state';
import { SearchIcon } from '../components/icons';

export function NotFound() {
  return (
    <EmptyState
      level={1}
      icon={<SearchIcon size={24} />}
      title="There is no such page"
      action={
        <Button component="a" href="/app" variant="light">
          Go home
        </Button>
      }
    >
      The address may be mistyped, or what it showed was deleted.
    </EmptyState>
  );
}
