import { Alert, NumberInput } from '@mantine/core';

const WHOLE = { min: 0, allowDecimal: false, thousandSeparator: ',' };

interface Props {
  /** Name of the spender, such as `the agent`. */
  readonly spender: string;
  readonly value: number | string;
  readonly onChange: (cap: number | string) => void;
}

/** The monthly cap of a program that asks for access. */
export function CapField({ spender, value, onChange }: Props) {
  return (
    <>
      <NumberInput
        label="Monthly cap"
        description="Credits per calendar month (UTC). Leave empty for no cap"
        placeholder="No cap"
        {...WHOLE}
        value={value}
        onChange={onChange}
      />
      {typeof value !== 'number' && (
        <Alert color="yellow" variant="light">
          {`Without a cap, ${spender} can spend all of the account's credits.`}
        </Alert>
      )}
    </>
  );
}
