import { Group, Text } from '@mantine/core';

export function Logo() {
  return (
    <Group gap={10} wrap="nowrap">
      <img src={`${import.meta.env.BASE_URL}favicon.svg`} width={28} height={28} alt="" />
      <Text fw={700} fz="md" lh={1}>
        Media platform
      </Text>
    </Group>
  );
}
