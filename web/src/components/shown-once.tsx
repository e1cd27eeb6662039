import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from './code-block';

interface Props {
  readonly text: string;
  /** Describes the text, for the copy button. */
  readonly what: string;
  readonly children: ReactNode;
  /** The next step, below the secret. */
  readonly next?: ReactNode;
  readonly onDone: () => void;
}

/** Shows a secret that cannot be shown again. */
export function ShownOnce({ text, what, children, next, onDone }: Props) {
  return (
    <Stack>
      <Text fz="sm">{children}</Text>
      <CodeBlock text={text} what={what} wraps />
      {next}
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
