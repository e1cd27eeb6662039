import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly icon: ReactNode;
  readonly title: string;
  /** Explains what will appear on the page, and how to make it appear. */
  readonly children: ReactNode;
  /** Button for the next step. */
  readonly action?: ReactNode;
  /** Heading level: 1 if the page shows nothing else. */
  readonly level?: 1 | 2;
}

export function EmptyState({ icon, title, children, action, level = 2 }: Props) {
  return (
    <Stack align="center" gap="sm" py={56} px="md" ta="center">
      <ThemeIcon size={52} radius="xl" variant="light">
        {icon}
      </ThemeIcon>
      <Title order={level} fz="h4">
        {title}
      </Title>
      <Text c="dimmed" fz="sm" maw={420}>
        {children}
      </Text>
      {action}
    </Stack>
  );
}
