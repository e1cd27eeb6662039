import { Checkbox, Stack } from '@mantine/core';
import type { Scope } from '../api/contract';
import { Tag } from './tag';

/** The scopes of a key or an agent, with descriptions. */
export const SCOPES: readonly {
  readonly value: Scope;
  readonly label: string;
  readonly about: string;
}[] = [
  { value: 'read', label: 'Read', about: 'view everything in the account' },
  { value: 'generate', label: 'Generate', about: 'create and delete content, and spend credits' },
  { value: 'social', label: 'Social', about: 'connect accounts and publish posts' },
  { value: 'webhooks', label: 'Webhooks', about: 'manage webhook endpoints' },
];

interface Props {
  /** Scopes to offer; by default, every scope. */
  readonly offered?: readonly Scope[];
  /**
   * Scopes that were granted before; all other scopes are marked as new. By default, none is
   * marked.
   */
  readonly before?: readonly Scope[] | undefined;
  readonly value: string[];
  readonly onChange: (scopes: string[]) => void;
}

/** One checkbox per scope. */
export function ScopeChoice({ offered, before, value, onChange }: Props) {
  const choices = SCOPES.filter((scope) => offered?.includes(scope.value) ?? true);
  return (
    <Checkbox.Group label="Scopes" value={value} onChange={onChange}>
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
