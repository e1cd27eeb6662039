import { Button, Group } from '@mantine/core';

interface Props {
  /** Of an infinite query. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** Fetches the next page of a list that begins with the newest. */
export function Older({ list }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <Group justify="center" mt="md">
      <Button
        variant="default"
        loading={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        Older ones
      </Button>
    </Group>
  );
}
