import { Alert, Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatCount, formatCredits } from '../format/numbers';
import { useSession } from '../session/session';
import { AlertIcon } from './icons';

interface Props {
  readonly price: number;
  readonly available: number;
}

/** Explains that the account has too few credits, and what to do. */
export function TooDear({ price, available }: Props) {
  const { operator, account } = useSession();
  return (
    <Alert
      color="red"
      variant="light"
      icon={<AlertIcon />}
      title={`You need ${formatCount(price - available, 'more credit')}`}
    >
      <Text fz="sm">
        This costs {formatCredits(price)}, and you have {formatCredits(available)}. Choose a lower
        resolution or a shorter duration, or{' '}
        {operator ? 'add credits to this account' : 'ask your administrator for more'}.
      </Text>
      <Group gap="md" mt={6} fz="sm">
        {operator && (
          <Anchor
            fz="sm"
            renderRoot={(props) => (
              <Link to="/admin/accounts/$accountId" params={{ accountId: account.id }} {...props} />
            )}
          >
            Add credits
          </Anchor>
        )}
        <Anchor fz="sm" renderRoot={(props) => <Link to="/usage" {...props} />}>
          View usage
        </Anchor>
        <Anchor fz="sm" href="/docs/errors/INSUFFICIENT_CREDITS">
          About credits
        </Anchor>
      </Group>
    </Alert>
  );
}
