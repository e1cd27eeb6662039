import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly icon: ReactNode;
  readonly title: string;
  /** What to do next, in a sentence. */
  readonly children: ReactNode;
  /** The button that does it. */
  readonly action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <Stack align="center" gap="sm" py={56} px="md" ta="center">
      <ThemeIcon size={52} radius="xl" variant="light">
        {icon}
      </ThemeIcon>
      <Title order={2} fz="h4">
        {title}
      </Title>
      <Text c="dimmed" fz="sm" maw={420}>
        {children}
      </Text>
      {action}
    </Stack>
  );
}
