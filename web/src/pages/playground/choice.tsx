import { Input, SegmentedControl, Select } from '@mantine/core';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly offered: readonly string[];
  /** The server's default value. */
  readonly standard: string;
  readonly suffix?: string;
  readonly onChange: (value: string) => void;
}

const FEW = 4;

/**
 * A choice between the model's values: a segmented control for a few values, otherwise a dropdown.
 */
export function Choice({ label, value, offered, standard, suffix = '', onChange }: Props) {
  if (offered.length === 0) return null;
  const data = offered.map((name) => ({ value: name, label: `${name}${suffix}` }));
  const chosen = value || standard;
  if (offered.length > FEW) {
    return (
      <Select
        label={label}
        data={data}
        value={chosen}
        onChange={(next) => onChange(next ?? '')}
        allowDeselect={false}
        flex={1}
        miw={120}
      />
    );
  }
  return (
    <Input.Wrapper label={label} labelElement="div" flex={1} miw={190}>
      <SegmentedControl
        fullWidth
        data={data}
        value={chosen}
        onChange={onChange}
        aria-label={label}
      />
    </Input.Wrapper>
  );
}
