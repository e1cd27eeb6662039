import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Session } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { End } from '../../components/end';
import { ProblemNotice } from '../../components/problem-notice';
import { mayChange } from '../../session/session';
import { QuestionFrame, Waiting } from '../../shell/question-frame';
import { isOver, Over } from './invalid-request';
import { Question } from './question';

const route = getRouteApi('/consent');

/** An agent's consent page. Users who are not signed in return to this page after sign-in. */
export function ConsentPage() {
  const search = route.useSearch();
  return (
    <QuestionFrame title="Allow an agent" question={{ to: '/consent', search }}>
      {(session) => <Asked uid={search.uid} session={session} />}
    </QuestionFrame>
  );
}

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
