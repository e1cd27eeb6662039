import { Checkbox, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { digitsOf } from '../../format/numbers';

/** The directives of README's table "Testing failures", in words. */
const DIRECTIVES = [
  { name: 'provider_error=1', label: 'First attempt fails, the next succeeds' },
  { name: 'fallback', label: 'First model refuses, another takes over' },
  { name: 'analysis_failure', label: 'Analysis fails, work goes on without it' },
  { name: 'rate_limit=1', label: 'Upstream is busy once' },
  { name: 'provider_error', label: 'Every attempt fails: refund' },
  { name: 'timeout', label: 'No answer in time: refund' },
  { name: 'content_blocked', label: 'Upstream refuses the content: refund' },
] as const;

const SLOW = 'slow=';
const SECONDS_MAX = 120;

const toSeconds = (typed: string): number => Math.min(Number(digitsOf(typed)) || 1, SECONDS_MAX);

interface Props {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

/** Switches for tried failures, which a prompt may carry on every deployment. */
export function SimulateSwitches({ value, onChange }: Props) {
  const slow = value.find((name) => name.startsWith(SLOW));
  const others = value.filter((name) => !name.startsWith(SLOW));
  const change = (names: readonly string[], seconds: string | undefined) =>
    onChange(seconds ? [...names, seconds] : names);
  return (
    <Stack gap="xs">
      <Text fz="xs" c="dimmed">
        See how failures look before you meet one. Each adds a word to the prompt; what fails is
        refunded.
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
          label="Slow, seconds:"
          checked={slow !== undefined}
          onChange={({ currentTarget: { checked } }) =>
            change(others, checked ? `${SLOW}5` : undefined)
          }
        />
        <TextInput
          aria-label="Seconds that it takes longer"
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
