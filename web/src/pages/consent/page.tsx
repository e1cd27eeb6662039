import { Center, Loader, Paper, Stack } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Session } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { ProblemNotice } from '../../components/problem-notice';
import { isSignedOut } from '../../requests/problem';
import { forgetQuestion, noteQuestion } from '../../session/open-question';
import { mayChange, buildSessionQuery } from '../../session/session';
import { Logo } from '../../shell/logo';
import { End } from './end';
import { isOver, Over } from './invalid-request';
import { Question } from './question';

const route = getRouteApi('/consent');

/** An agent's consent page. Users who are not signed in return to this page after sign-in. */
export function ConsentPage() {
  useDocumentTitle('Allow an agent · Media platform');
  const { uid } = route.useSearch();
  const { data: session, error, refetch } = useQuery(buildSessionQuery());
  const isIn = session !== undefined;
  const mustSignIn = error !== null && isSignedOut(error);
  useEffect(() => {
    if (mustSignIn) noteQuestion(uid);
    else if (isIn) forgetQuestion();
  }, [uid, isIn, mustSignIn]);
  if (mustSignIn) return <Navigate to="/sign-in" replace />;
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack gap="lg" w="100%" maw={480}>
        <Center>
          <Logo />
        </Center>
        <Paper withBorder radius="lg" p={{ base: 'md', xs: 'xl' }}>
          {session && <Asked uid={uid} session={session} />}
          {!session && error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
          {!session && !error && <Waiting />}
        </Paper>
      </Stack>
    </Center>
  );
}

const Waiting = () => (
  <Center mih={120}>
    <Loader />
  </Center>
);

interface AskedProps {
  readonly uid: string;
  readonly session: Session;
}

function Asked({ uid, session }: AskedProps) {
  const isAble = mayChange(session.role);
  const options = apiQuery('/consents/{uid}', { params: { uid } });
  // A consent request can be answered only once, so a refetch on focus would fail.
  const consent = useQuery({
    ...options,
    enabled: isAble,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (!isAble) {
    return (
      <End title="You can't allow agents">
        Your role is read-only. Ask an account owner, or sign in as another user and start again
        from the agent.
      </End>
    );
  }
  if (consent.data) return <Question consent={consent.data} session={session} />;
  if (!consent.error) return <Waiting />;
  if (isOver(consent.error)) return <Over error={consent.error} />;
  return <ProblemNotice error={consent.error} onRetry={() => void consent.refetch()} />;
}
