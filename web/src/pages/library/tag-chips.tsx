import { Button, Group } from '@mantine/core';
import { CloseIcon } from '../../components/icons';
import type { Tags } from './filters';

interface Props {
  readonly tags: Tags;
  /** Gets undefined if no tag is left. */
  readonly onChange: (tags: Tags | undefined) => void;
}

/** Shows the tags that the results must have; a click removes one. */
export function TagChips({ tags, onChange }: Props) {
  const pairs = Object.entries(tags);
  const remove = (key: string) => {
    const left = pairs.filter(([one]) => one !== key);
    onChange(left.length === 0 ? undefined : Object.fromEntries(left));
  };
  return (
    <Group component="ul" className="plain-list" gap="xs" m={0} p={0} aria-label="Tags">
      {pairs.map(([key, value]) => (
        <li key={key}>
          <Button
            size="compact-sm"
            variant="light"
            radius="xl"
            maw={300}
            fw={500}
            rightSection={<CloseIcon size={13} />}
            title={`${key}: ${value}`}
            aria-label={`Remove tag ${key}: ${value}`}
            onClick={() => remove(key)}
          >
            {key}: {value}
          </Button>
        </li>
      ))}
    </Group>
  );
}
