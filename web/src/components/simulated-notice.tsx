import { Alert, Anchor, Text } from '@mantine/core';
import type { Generation } from '../api/contract';
import { useSession } from '../session/session';
import { AlertIcon } from './icons';

/** Prefix of the built-in renderer's notes about a result. */
const NOTE = 'The built-in renderer';

/** Returns the first sentence of each note; the other sentences repeat the advice below. */
const listOmissions = ({ timeline }: Generation): readonly string[] =>
  timeline.flatMap(({ message }) =>
    message.startsWith(NOTE) ? [`${message.split('. ')[0] ?? message}.`] : [],
  );

interface Props {
  readonly generations: readonly Generation[];
}

/**
 * Explains that the built-in renderer made a result, what is missing, and how to get a real result.
 */
export function SimulatedNotice({ generations }: Props) {
  const { operator } = useSession();
  const drawn = generations.filter(({ simulated, result }) => simulated && result);
  if (drawn.length === 0) return null;
  const [omission] = drawn.flatMap(listOmissions);
  return (
    <Alert
      color={omission ? 'yellow' : 'gray'}
      variant="light"
      icon={<AlertIcon />}
      title={omission ?? 'Made by the built-in renderer, not by an AI model'}
    >
      <Text fz="sm">
        {omission && 'No AI model made this result. '}
        The renderer draws a short list of things and ignores other words.{' '}
        {operator ? 'Connect' : 'Ask your administrator to connect'} a provider for real results.
      </Text>
      <Anchor fz="sm" href="/docs/providers">
        How to connect a provider
      </Anchor>
    </Alert>
  );
}
