import { Group, Paper, Title, type PaperProps } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

interface Props extends PaperProps {
  readonly ref?: Ref<HTMLDivElement>;
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A framed section of a page. */
export function Panel({ title, actions, children, ...paper }: Props) {
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }} {...paper}>
      {(title || actions) && (
        <Group justify="space-between" mb="md" gap="xs">
          {title && (
            <Title order={2} fz="md">
              {title}
            </Title>
          )}
          {actions}
        </Group>
      )}
      {children}
    </Paper>
  );
}
