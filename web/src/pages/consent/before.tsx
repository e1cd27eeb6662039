import { Alert } from '@mantine/core';
import type { Consent } from '../../api/contract';
import { formatNumber } from '../../format/numbers';
import { SCOPES } from '../../components/scope-choice';

interface Props {
  readonly consent: Consent;
  readonly allowed: NonNullable<Consent['allowed_before']>;
}

/** What the same person has let the same client do before. */
export function Before({ consent, allowed }: Props) {
  const { scopes, monthly_credit_cap: cap, spent_this_month: spent } = allowed;
  const may = SCOPES.filter(({ value }) => scopes.includes(value)).map(({ label }) => label);
  const most = cap === null ? '' : ` of ${formatNumber(cap)}`;
  // All installations of a client that publishes a document have one id.
  const replaces =
    consent.client_host === null
      ? 'What you choose now replaces that.'
      : 'What you choose now replaces that, on every computer on which you use it.';
  return (
    <Alert color="gray" variant="light" role="note" title="You have let it in before">
      {`It may: ${may.join(', ')}. It has spent ${formatNumber(spent)}${most} credits this month. ${replaces}`}
    </Alert>
  );
}
