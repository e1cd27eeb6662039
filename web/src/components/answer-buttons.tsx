import { Button, Stack } from '@mantine/core';

interface Props {
  readonly isPending: boolean;
  readonly isPossible: boolean;
  readonly onRefuse: () => void;
}

/** The two answers to a request for access. */
export function AnswerButtons({ isPending, isPossible, onRefuse }: Props) {
  return (
    <Stack gap="xs">
      <Button type="submit" size="md" loading={isPending} disabled={!isPossible}>
        Allow
      </Button>
      <Button variant="default" size="md" disabled={isPending} onClick={onRefuse}>
        Deny
      </Button>
    </Stack>
  );
}
