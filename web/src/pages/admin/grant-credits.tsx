import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AdminAccount } from '../../api/contract';
import { request } from '../../api/request';
import { createIdempotencyKey } from '../../requests/idempotency';
import { ActionForm } from './action-form';

/** Adds credits to an account; the account's audit log records the change. */
export function GrantCredits({ account }: { readonly account: AdminAccount }) {
  const [amount, setAmount] = useState<number | string>('');
  const [reference, setReference] = useState('');
  const grant = () =>
    request('POST /admin/accounts/{id}/grants', {
      params: { id: account.id },
      body: { amount: Number(amount), ...(reference && { ref: reference }) },
      headers: createIdempotencyKey(),
    });
  return (
    <ActionForm
      label="Add credits"
      title={`Add credits to ${account.name || account.id}`}
      isReady={Number(amount) > 0}
      act={grant}
    >
      <NumberInput
        label="Credits"
        required
        min={1}
        allowDecimal={false}
        thousandSeparator=","
        data-autofocus
        value={amount}
        onChange={setAmount}
      />
      <TextInput
        label="Reference"
        description="Reason for the credits. Shown in the audit log"
        placeholder="invoice 2031"
        maxLength={200}
        value={reference}
        onChange={({ currentTarget }) => setReference(currentTarget.value)}
      />
    </ActionForm>
  );
}
