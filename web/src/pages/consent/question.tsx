import { Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { AnswerConsent, Consent, Scope, Session } from '../../api/contract';
import { request } from '../../api/request';
import { AnswerButtons } from '../../components/answer-buttons';
import { CapField } from '../../components/cap-field';
import { End } from '../../components/end';
import { ProblemNotice } from '../../components/problem-notice';
import { ScopeChoice } from '../../components/scope-choice';
import { createIdempotencyKey } from '../../requests/idempotency';
import { readProblem } from '../../requests/problem';
import { Before } from './earlier-access';
import { Facts } from './facts';
import { Over } from './invalid-request';

/** Default cap in credits: enough to try the agent, and little enough to lose. */
const CAP_OFFERED = 100;

interface Props {
  readonly consent: Consent;
  readonly session: Session;
}

/** Returns the default cap: the previous cap, if there was one. */
const limitCap = ({ allowed_before: before }: Consent): number | string =>
  before ? (before.monthly_credit_cap ?? '') : CAP_OFFERED;

/** Sends the browser back to the agent through the server, which knows the agent's address. */
const goBack = ({ redirect_to: address }: { readonly redirect_to: string }): void =>
  globalThis.location.assign(address);

/** The consent form: the requested scopes and a spending cap. */
export function Question({ consent, session }: Props) {
  const { id: uid, client_name: name } = consent;
  const [scopes, setScopes] = useState<string[]>(consent.scopes);
  const [cap, setCap] = useState<number | string>(limitCap(consent));
  const answer = useMutation({
    mutationFn: async (body: AnswerConsent) =>
      await request('POST /consents/{uid}', {
        params: { uid },
        body,
        headers: createIdempotencyKey(),
      }),
    onSuccess: goBack,
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const limit = typeof cap === 'number' ? cap : null;
    answer.mutate({ allow: true, scopes: scopes as Scope[], monthly_credit_cap: limit });
  };
  if (answer.data) return <Answered name={name} isAllowed={answer.variables.allow} />;
  if (answer.error && readProblem(answer.error).code === 'NOT_FOUND') {
    return <Over error={answer.error} />;
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Title order={1} fz="h3" className="breakable">
          {`Allow “${name}”?`}
        </Title>
        <Facts consent={consent} session={session} />
        {consent.allowed_before && <Before consent={consent} allowed={consent.allowed_before} />}
        <ScopeChoice
          offered={consent.scopes}
          before={consent.allowed_before?.scopes}
          value={scopes}
          onChange={setScopes}
        />
        <CapField spender="the agent" value={cap} onChange={setCap} />
        {answer.error && <ProblemNotice error={answer.error} />}
        <AnswerButtons
          isPending={answer.isPending}
          isPossible={scopes.length > 0}
          onRefuse={() => answer.mutate({ allow: false })}
        />
        <Text fz="xs" c="dimmed">
          You can revoke access at any time in Settings. If you didn't request this, close this
          page. Nothing will change.
        </Text>
      </Stack>
    </form>
  );
}

interface AnsweredProps {
  readonly name: string;
  readonly isAllowed: boolean;
}

/**
 * Shown while the browser returns to the agent. It stays visible if the agent is a desktop app,
 * because the app then opens and this page does not change.
 */
function Answered({ name, isAllowed }: AnsweredProps) {
  return (
    <End title={isAllowed ? `“${name}” has access` : `“${name}” was denied access`}>
      Taking you back to the app. If nothing happens, return to it and close this page.
    </End>
  );
}
