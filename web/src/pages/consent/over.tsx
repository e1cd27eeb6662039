import { readProblem } from '../../requests/problem';
import { End } from './end';

interface Props {
  readonly error: unknown;
}

/** Whether an error says that there is nothing left to answer. */
export const isOver = (error: unknown): boolean =>
  ['CONFLICT', 'NOT_FOUND'].includes(readProblem(error).code);

/** Why a question cannot be answered, and what to do. */
export function Over({ error }: Props) {
  if (readProblem(error).code === 'CONFLICT') {
    return <End title="This was answered before">Go back to the agent, or begin again there.</End>;
  }
  return (
    <End title="This question is over">
      It was answered, has expired, or its address was cut off. Begin again in the agent.
    </End>
  );
}
