import { Button, Group, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../components/code-block';

interface Props {
  readonly secret: string;
  readonly onDone: () => void;
}

/** A signing secret, in the one moment in which it is known. */
export function SecretOnce({ secret, onDone }: Props) {
  return (
    <Stack>
      <Text fz="sm">
        Deliveries are signed with this secret. Copy it now: it is not shown again. A new one can be
        made at any time.
      </Text>
      <CodeBlock text={secret} what="signing secret" />
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
