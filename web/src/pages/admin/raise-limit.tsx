import { NativeSelect, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { AdminAccount, Raise } from '../../api/contract';
import { request } from '../../api/request';
import { formatNumber } from '../../format/numbers';
import { createIdempotencyKey } from '../../requests/idempotency';
import { ActionForm } from './action-form';

const LIMITS: readonly { readonly value: Raise['limit']; readonly label: string }[] = [
  { value: 'concurrent_jobs', label: 'Concurrent jobs' },
  { value: 'requests_per_minute', label: 'Requests per minute' },
  { value: 'images_per_minute', label: 'Generations per minute' },
  { value: 'api_keys', label: 'API keys' },
  { value: 'webhooks', label: 'Webhook endpoints' },
  { value: 'included_social_accounts', label: 'Included social accounts' },
  { value: 'characters', label: 'Characters' },
  { value: 'products', label: 'Products' },
  { value: 'upload_files_per_day', label: 'Uploaded files per day' },
  { value: 'upload_bytes_per_day', label: 'Uploaded bytes per day' },
];

/** Raises a limit above the plan's, or resets it. */
export function RaiseLimit({ account }: { readonly account: AdminAccount }) {
  const [limit, setLimit] = useState<Raise['limit']>('concurrent_jobs');
  const [value, setValue] = useState<number | string>('');
  const raise = () =>
    request('POST /admin/accounts/{id}/limits', {
      params: { id: account.id },
      body: { limit, value: value === '' ? null : Number(value) },
      headers: createIdempotencyKey(),
    });
  const now = account.raised_limits[limit];
  return (
    <ActionForm
      label="Change limit"
      title={`Change limit for ${account.name || account.id}`}
      isReady={value !== '' || now !== undefined}
      act={raise}
    >
      <NativeSelect
        label="Limit"
        data={LIMITS.map((one) => one)}
        value={limit}
        onChange={({ currentTarget }) => setLimit(currentTarget.value as Raise['limit'])}
      />
      <NumberInput
        label="New value"
        description={
          now === undefined
            ? "Currently set to the plan's limit"
            : `Raised to ${formatNumber(now)}. Leave empty to reset it to the plan's limit`
        }
        min={1}
        allowDecimal={false}
        thousandSeparator=","
        value={value}
        onChange={setValue}
      />
    </ActionForm>
  );
}
