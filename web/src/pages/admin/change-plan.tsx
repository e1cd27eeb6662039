import { Select } from '@mantine/core';
import { useState } from 'react';
import type { AdminAccount, PlanName } from '../../api/contract';
import { request } from '../../api/request';
import { createIdempotencyKey } from '../../requests/idempotency';
import { ActionForm } from './action-form';
import { PLANS } from './plans';

/** Moves an account to another plan. */
export function ChangePlan({ account }: { readonly account: AdminAccount }) {
  const [plan, setPlan] = useState<PlanName>(account.plan as PlanName);
  const change = () =>
    request('PATCH /admin/accounts/{id}', {
      params: { id: account.id },
      body: { plan },
      headers: createIdempotencyKey(),
    });
  return (
    <ActionForm
      label="Change plan"
      title={`Change plan of ${account.name || account.id}`}
      isReady={plan !== account.plan}
      act={change}
    >
      <Select
        label="Plan"
        description="Credits stay. Raised limits that are not above the plan are removed"
        data={[...PLANS]}
        allowDeselect={false}
        value={plan}
        onChange={(next) => next && setPlan(next)}
      />
    </ActionForm>
  );
}
