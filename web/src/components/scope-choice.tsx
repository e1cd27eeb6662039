import { Checkbox, Stack } from '@mantine/core';
import type { Scope } from '../api/contract';
import { Tag } from './tag';

/** What a key or an agent can be allowed to do, in words. */
export const SCOPES: readonly {
  readonly value: Scope;
  readonly label: string;
  readonly about: string;
}[] = [
  { value: 'read', label: 'Read', about: 'look at everything of the account' },
  { value: 'generate', label: 'Generate', about: 'make and delete, and spend credits' },
  { value: 'social', label: 'Social', about: 'connect accounts and publish posts' },
  { value: 'webhooks', label: 'Webhooks', about: 'change where events are sent' },
];

interface Props {
  /** Left out: every scope. */
  readonly offered?: readonly Scope[];
  /** What is allowed already: others are marked as new. Left out: nothing is marked. */
  readonly before?: readonly Scope[] | undefined;
  readonly value: string[];
  readonly onChange: (scopes: string[]) => void;
}

/** A box for each scope. */
export function ScopeChoice({ offered, before, value, onChange }: Props) {
  const choices = SCOPES.filter((scope) => offered?.includes(scope.value) ?? true);
  return (
    <Checkbox.Group label="What it may do" value={value} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {choices.map((scope) => (
          <Checkbox
            key={scope.value}
            value={scope.value}
            label={
              <>
                {`${scope.label}: ${scope.about} `}
                {before?.includes(scope.value) === false && <Tag>new</Tag>}
              </>
            }
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
