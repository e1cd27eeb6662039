import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Link to the parent list, shown above the title. */
  readonly back?: ReactNode;
  /** Buttons to the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Every page's layout: the title, which is also the browser tab's title, then the content. */
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
