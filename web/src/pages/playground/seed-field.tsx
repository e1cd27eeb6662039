import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { RefreshIcon } from '../../components/icons';
import { keepDigits } from '../../format/numbers';

interface Props {
  /** Empty for a random seed. */
  readonly value: string;
  readonly onChange: (seed: string) => void;
}

/** The seed. A set seed repeats the same result, so a button clears it. */
export function SeedField({ value, onChange }: Props) {
  return (
    <TextInput
      label="Seed"
      placeholder="Random"
      value={value}
      onChange={({ currentTarget }) => onChange(keepDigits(currentTarget.value))}
      inputMode="numeric"
      rightSection={
        value !== '' && (
          <Tooltip label="New seed" withArrow>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="New seed"
              onClick={() => onChange('')}
            >
              <RefreshIcon size={14} />
            </ActionIcon>
          </Tooltip>
        )
      }
      flex={1}
      miw={120}
    />
  );
}
