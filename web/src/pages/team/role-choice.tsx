import { Radio, Stack } from '@mantine/core';
import type { Role } from '../../api/contract';
import { ROLES } from './roles';

interface Props {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

/** One radio button per role. */
export function RoleChoice({ value, onChange }: Props) {
  return (
    <Radio.Group label="Role" value={value} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {ROLES.map((role) => (
          <Radio key={role.value} value={role.value} label={`${role.label}: ${role.about}`} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
