import { Group, Text } from '@mantine/core';
import { CopyButton } from './copy-button';

/** An id with a copy button. */
export function Id({ value }: { readonly value: string }) {
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex" maw="100%">
      <Text component="code" ff="monospace" fz="xs" truncate>
        {value}
      </Text>
      <CopyButton text={value} what="id" />
    </Group>
  );
}
