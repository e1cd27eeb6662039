import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly lead?: ReactNode;
  /** A link to the parent list, above the title. */
  readonly back?: ReactNode;
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The layout of every page: the title, also in the browser tab, then the content. */
export function Page({ title, lead, back, actions, children }: Props) {
  useDocumentTitle(`${title} · Media platform`);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Box miw={0}>
          {back}
          <Title order={1} fz={{ base: 'h3', sm: 'h2' }} className="breakable">
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" fz="sm" mt={4} component="div">
              {lead}
            </Text>
          )}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
