import { Button, Group } from '@mantine/core';

interface Props {
  /** The infinite query that loads the list. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** A button that loads the next page of a newest-first list. */
export function Older({ list }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <Group justify="center" mt="md">
      <Button
        variant="default"
        loading={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        Load more
      </Button>
    </Group>
  );
}
