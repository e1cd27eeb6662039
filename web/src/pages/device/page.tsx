import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Session } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { End } from '../../components/end';
import { ProblemNotice } from '../../components/problem-notice';
import { readProblem } from '../../requests/problem';
import { mayChange } from '../../session/session';
import { QuestionFrame, Waiting } from '../../shell/question-frame';
import { EnterCode } from './enter-code';
import { Question } from './question';

const route = getRouteApi('/device');

/**
 * The page where a user allows a program, such as the command line, to get an API key. Opening it
 * with a code changes nothing: anyone can send such a link (RFC 8628, section 5.4).
 */
export function DevicePage() {
  const search = route.useSearch();
  return (
    <QuestionFrame title="Log in a program" question={{ to: '/device', search }}>
      {(session) => <Login code={search.code} session={session} />}
    </QuestionFrame>
  );
}

interface Props {
  readonly code: string;
  readonly session: Session;
}

function Login({ code, session }: Props) {
  const isAble = mayChange(session.role);
  const options = apiQuery('/device-logins/{code}', { params: { code } });
  // A login can be answered only once, so a refetch on focus would fail.
  const login = useQuery({
    ...options,
    enabled: isAble && code !== '',
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (!isAble) {
    return (
      <End title="You can't log in programs">
        Your role is read-only. Ask an account owner, or sign in as another user and open this page
        again.
      </End>
    );
  }
  if (code === '') return <EnterCode unknown="" />;
  if (login.data) return <Question login={login.data} session={session} />;
  if (!login.error) return <Waiting />;
  switch (readProblem(login.error).code) {
    case 'NOT_FOUND':
      return <EnterCode unknown={code} key={code} />;
    case 'CONFLICT':
      return <End title="Already answered">Return to the program, or start again from there.</End>;
    default:
      return <ProblemNotice error={login.error} onRetry={() => void login.refetch()} />;
  }
}
