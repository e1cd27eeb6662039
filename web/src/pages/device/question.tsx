import { Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { AnswerDeviceLogin, DeviceLogin, Scope, Session } from '../../api/contract';
import { request } from '../../api/request';
import { AnswerButtons } from '../../components/answer-buttons';
import { CapField } from '../../components/cap-field';
import { End } from '../../components/end';
import { LinkButton } from '../../components/link-button';
import { ProblemNotice } from '../../components/problem-notice';
import { ScopeChoice } from '../../components/scope-choice';
import { createIdempotencyKey } from '../../requests/idempotency';
import { Facts } from './facts';

const DEFAULT_SCOPES = ['read', 'generate'];

interface Props {
  readonly login: DeviceLogin;
  readonly session: Session;
}

/** Asks whether a program may get an API key, and for the key's scopes and spending cap. */
export function Question({ login, session }: Props) {
  const { user_code: code, client_name: name } = login;
  const [scopes, setScopes] = useState<string[]>(DEFAULT_SCOPES);
  const [cap, setCap] = useState<number | string>('');
  const answer = useMutation({
    mutationFn: async (body: AnswerDeviceLogin) =>
      await request('POST /device-logins/{code}', {
        params: { code },
        body,
        headers: createIdempotencyKey(),
      }),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const limit = typeof cap === 'number' ? { monthly_credit_cap: cap } : {};
    answer.mutate({ allow: true, scopes: scopes as Scope[], ...limit });
  };
  if (answer.data) return <Answered name={name} isAllowed={answer.data.key_id !== null} />;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Title order={1} fz="h3" className="breakable">
          {`Log in “${name}”?`}
        </Title>
        <Facts login={login} session={session} />
        <ScopeChoice value={scopes} onChange={setScopes} />
        <CapField spender="the program" value={cap} onChange={setCap} />
        {answer.error && <ProblemNotice error={answer.error} />}
        <AnswerButtons
          isPending={answer.isPending}
          isPossible={scopes.length > 0}
          onRefuse={() => answer.mutate({ allow: false })}
        />
        <Text fz="xs" c="dimmed">
          “Allow” creates an API key. You can revoke it at any time under API keys.
        </Text>
      </Stack>
    </form>
  );
}

interface AnsweredProps {
  readonly name: string;
  readonly isAllowed: boolean;
}

function Answered({ name, isAllowed }: AnsweredProps) {
  if (!isAllowed) {
    return <End title={`“${name}” was denied`}>You can close this page.</End>;
  }
  return (
    <Stack>
      <End title={`“${name}” is logged in`}>
        Return to the program, which gets its key in a few seconds. You can close this page.
      </End>
      <LinkButton to="/keys">Show API keys</LinkButton>
    </Stack>
  );
}
