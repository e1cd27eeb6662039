import { End } from '../../components/end';
import { readProblem } from '../../requests/problem';

interface Props {
  readonly error: unknown;
}

/** Returns whether an error means that the consent request can no longer be answered. */
export const isOver = (error: unknown): boolean =>
  ['CONFLICT', 'NOT_FOUND'].includes(readProblem(error).code);

/** Explains why a consent request cannot be answered, and what to do. */
export function Over({ error }: Props) {
  if (readProblem(error).code === 'CONFLICT') {
    return <End title="Already answered">Return to the agent, or start again from there.</End>;
  }
  return (
    <End title="This request is no longer valid">
      It has already been answered, has expired, or the link is incomplete. Start again from the
      agent.
    </End>
  );
}
