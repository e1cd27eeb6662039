import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PlanName } from '../../api/contract';
import { request } from '../../api/request';
import { Dialog } from '../../components/dialog';
import { DialogForm } from '../../components/dialog-form';
import { createIdempotencyKey } from '../../requests/idempotency';
import { PLANS } from './plans';

/** Opens an account and then its page, where the operator creates the owner's sign-in link. */
export function CreateAccount() {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button onClick={open}>New account</Button>
      <Dialog opened={isOpen} onClose={close} title="New account" centered>
        <Form onCancel={close} />
      </Dialog>
    </>
  );
}

function Form({ onCancel }: { readonly onCancel: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [plan, setPlan] = useState<PlanName>('free');
  const [credits, setCredits] = useState<number | string>(0);
  const create = async () => {
    const body = { name, plan, credits: Number(credits) };
    const made = await request('POST /admin/accounts', { body, headers: createIdempotencyKey() });
    await navigate({ to: '/admin/accounts/$accountId', params: { accountId: made.id } });
  };
  return (
    <DialogForm label="Create" act={create} onCancel={onCancel}>
      <TextInput
        label="Name"
        required
        maxLength={80}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label="Plan"
        data={[...PLANS]}
        allowDeselect={false}
        value={plan}
        onChange={(next) => next && setPlan(next)}
      />
      <NumberInput
        label="First credits"
        min={0}
        allowDecimal={false}
        thousandSeparator=","
        value={credits}
        onChange={setCredits}
      />
    </DialogForm>
  );
}
