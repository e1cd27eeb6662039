import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';

interface Props {
  /** The unknown code that the user has entered; empty if there is none. */
  readonly unknown: string;
}

const UNKNOWN = 'No login has this code. Check it, or start again from the program.';

/** The form for the code that the program shows. */
export function EnterCode({ unknown }: Props) {
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void navigate({ to: '/device', search: { code: code.trim() } });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Title order={1} fz="h3">
          Log in a program
        </Title>
        <Text fz="sm">Enter the code that the program shows, such as your command line.</Text>
        <TextInput
          label="Code"
          placeholder="ABCD-EFGH"
          description="8 letters. Case does not matter"
          required
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={unknown !== '' && ['', unknown].includes(code.trim()) ? UNKNOWN : null}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" size="md" disabled={code.trim() === ''}>
          Continue
        </Button>
      </Stack>
    </form>
  );
}
