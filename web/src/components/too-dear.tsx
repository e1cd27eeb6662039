import { Alert, Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatCredits } from '../format/numbers';
import { useSession } from '../session/session';
import { AlertIcon } from './icons';

interface Props {
  readonly price: number;
  readonly available: number;
}

/** Says that the credits do not suffice, and what can be done about it. */
export function TooDear({ price, available }: Props) {
  const { operator } = useSession();
  return (
    <Alert
      color="red"
      variant="light"
      icon={<AlertIcon />}
      title={`${formatCredits(price - available)} short`}
    >
      <Text fz="sm">
        This costs {formatCredits(price)}, and you have {formatCredits(available)} to spend. Take a
        lower resolution or something shorter, wait for running work that may be refunded, or{' '}
        {operator ? 'grant credits to this account' : 'ask whoever runs this service for more'}.
      </Text>
      <Group gap="md" mt={6} fz="sm">
        {operator && (
          <Anchor fz="sm" renderRoot={(props) => <Link to="/admin" {...props} />}>
            Grant credits
          </Anchor>
        )}
        <Anchor fz="sm" renderRoot={(props) => <Link to="/usage" {...props} />}>
          See what was spent
        </Anchor>
        <Anchor fz="sm" href="/docs/errors/INSUFFICIENT_CREDITS">
          About credits
        </Anchor>
      </Group>
    </Alert>
  );
}
