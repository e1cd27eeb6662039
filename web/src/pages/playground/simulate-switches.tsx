import { Checkbox, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { keepDigits } from '../../format/numbers';

/** Labels for the directives in the README's table "Testing failures". */
const DIRECTIVES = [
  { name: 'provider_error=1', label: 'First attempt fails, then success' },
  { name: 'fallback', label: 'First model rejects the request, fallback succeeds' },
  { name: 'analysis_failure', label: 'Analysis fails, generation continues without it' },
  { name: 'rate_limit=1', label: 'Provider rate limit, then success' },
  { name: 'provider_error', label: 'Every attempt fails (refunded)' },
  { name: 'timeout', label: 'Provider times out (refunded)' },
  { name: 'content_blocked', label: 'Provider blocks the content (refunded)' },
] as const;

const SLOW = 'slow=';
const SECONDS_MAX = 120;

const toSeconds = (typed: string): number => Math.min(Number(keepDigits(typed)) || 1, SECONDS_MAX);

interface Props {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

/** Switches for simulated failures. Prompts can contain these directives on every deployment. */
export function SimulateSwitches({ value, onChange }: Props) {
  const slow = value.find((name) => name.startsWith(SLOW));
  const others = value.filter((name) => !name.startsWith(SLOW));
  const change = (names: readonly string[], seconds: string | undefined) =>
    onChange(seconds ? [...names, seconds] : names);
  return (
    <Stack gap="xs">
      <Text fz="xs" c="dimmed">
        Test how your app handles failures. Each switch adds a directive to the prompt. Failed
        generations are refunded.
      </Text>
      {DIRECTIVES.map(({ name, label }) => (
        <Checkbox
          key={name}
          size="sm"
          label={label}
          checked={others.includes(name)}
          onChange={({ currentTarget: { checked } }) =>
            change(checked ? [...others, name] : others.filter((other) => other !== name), slow)
          }
        />
      ))}
      <Group gap="sm">
        <Switch
          size="sm"
          label="Delay in seconds:"
          checked={slow !== undefined}
          onChange={({ currentTarget: { checked } }) =>
            change(others, checked ? `${SLOW}5` : undefined)
          }
        />
        <TextInput
          aria-label="Delay in seconds"
          size="xs"
          w={80}
          inputMode="numeric"
          disabled={slow === undefined}
          value={slow?.slice(SLOW.length) ?? '5'}
          onChange={({ currentTarget }) =>
            change(others, `${SLOW}${toSeconds(currentTarget.value)}`)
          }
        />
      </Group>
    </Stack>
  );
}
