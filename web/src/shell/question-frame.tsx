import { Center, Loader, Paper, Stack } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import type { Session } from '../api/contract';
import { ProblemNotice } from '../components/problem-notice';
import { isSignedOut } from '../requests/problem';
import { forgetQuestion, noteQuestion, type OpenQuestion } from '../session/open-question';
import { buildSessionQuery } from '../session/session';
import { Logo } from './logo';

interface Props {
  readonly title: string;
  /** The question to return to after sign-in. */
  readonly question: OpenQuestion;
  readonly children: (session: Session) => ReactNode;
}

/** The frame of a page with one question to a signed-in user. */
export function QuestionFrame({ title, question, children }: Props) {
  useDocumentTitle(`${title} · Media platform`);
  const { data: session, error, refetch } = useQuery(buildSessionQuery());
  const isIn = session !== undefined;
  const mustSignIn = error !== null && isSignedOut(error);
  useEffect(() => {
    if (mustSignIn) noteQuestion(question);
    else if (isIn) forgetQuestion();
  }, [question, isIn, mustSignIn]);
  if (mustSignIn) return <Navigate to="/sign-in" replace />;
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack gap="lg" w="100%" maw={480}>
        <Center>
          <Logo />
        </Center>
        <Paper withBorder radius="lg" p={{ base: 'md', xs: 'xl' }}>
          {session && children(session)}
          {!session && error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
          {!session && !error && <Waiting />}
        </Paper>
      </Stack>
    </Center>
  );
}

/** Fills the frame while the question loads. */
export const Waiting = () => (
  <Center mih={120}>
    <Loader />
  </Center>
);
