import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from './code-block';

interface Props {
  readonly text: string;
  /** In words, for the button that copies it. */
  readonly what: string;
  readonly children: ReactNode;
  readonly onDone: () => void;
}

/** A secret, in the one moment in which it is known. */
export function ShownOnce({ text, what, children, onDone }: Props) {
  return (
    <Stack>
      <Text fz="sm">{children}</Text>
      <CodeBlock text={text} what={what} />
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
