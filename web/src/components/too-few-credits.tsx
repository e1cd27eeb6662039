import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatCount, formatCredits } from '../format/numbers';
import { useSession } from '../session/session';
import { AlertIcon } from './icons';

interface Props {
  readonly price: number;
  readonly available: number;
  /** True if the form has settings that cost less. */
  readonly canLower?: boolean;
  /** Shows a retry button if set. */
  readonly onRetry?: () => void;
}

/** Explains that the account has too few credits, who can add some, and what else to do. */
export function TooDear({ price, available, canLower = false, onRetry }: Props) {
  const { operator, account } = useSession();
  return (
    <Alert
      color="red"
      variant="light"
      icon={<AlertIcon />}
      title={`You need ${formatCount(price - available, 'more credit')}`}
    >
      <Text fz="sm">
        This costs {formatCredits(price)}, and you have {formatCredits(available)}.{' '}
        {canLower && available > 0 && 'A lower resolution or a shorter duration costs less. '}
        {operator
          ? 'You can add credits to this account.'
          : 'Only your administrator can add credits.'}
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
        {onRetry && (
          <Button size="compact-xs" variant="light" color="red" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
