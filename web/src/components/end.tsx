import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** Replaces a question that was answered, or can no longer be answered. */
export function End({ title, children }: Props) {
  return (
    <Stack gap="sm">
      <Title order={1} fz="h3" className="breakable">
        {title}
      </Title>
      <Text fz="sm" component="output" display="block">
        {children}
      </Text>
    </Stack>
  );
}
