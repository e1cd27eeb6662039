import { readProblem } from '../../requests/problem';
import { End } from './end';

interface Props {
  readonly error: unknown;
}

/** Returns whether an error means that the consent request can no longer be answered. */
export const isOver = (error: unknown): boolean =>
  ['CONFLICT', 'NOT_FOUND'].includes(readProblem(error).code);

/** Explains why a consent request cannot be answered, and what to do. */
export function Over({ error }: Props) {
  if (readProblem(error).code === 'CONFLICT') {
    return <End title="Already answered">Go back to the agent, or start again there.</End>;
  }
  return (
    <End title="This request is no longer valid">
      It was answered, has expired, or its URL is incomplete. Start again in the agent.
    </End>
  );
}
