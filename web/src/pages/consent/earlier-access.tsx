import { Alert } from '@mantine/core';
import type { Consent } from '../../api/contract';
import { formatNumber } from '../../format/numbers';
import { SCOPES } from '../../components/scope-choice';

interface Props {
  readonly consent: Consent;
  readonly allowed: NonNullable<Consent['allowed_before']>;
}

/** Shows the access that this user granted to the client before. */
export function Before({ consent, allowed }: Props) {
  const { scopes, monthly_credit_cap: cap, spent_this_month: spent } = allowed;
  const may = SCOPES.filter(({ value }) => scopes.includes(value)).map(({ label }) => label);
  const most = cap === null ? '' : ` of ${formatNumber(cap)}`;
  // All installations of a client that publishes a metadata document share one id.
  const replaces =
    consent.client_host === null
      ? 'Your answer replaces its current access.'
      : 'Your answer replaces its current access on every computer where you use this agent.';
  return (
    <Alert color="gray" variant="light" role="note" title="This agent already has access">
      {`Scopes: ${may.join(', ')}. Spent this month: ${formatNumber(spent)}${most} credits. ${replaces}`}
    </Alert>
  );
}
