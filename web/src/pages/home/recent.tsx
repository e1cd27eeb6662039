import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../components/empty-state';
import { GenerationTile } from '../../components/generation-tile';
import { PlaygroundIcon } from '../../components/icons';
import { LinkButton, MakeLink } from '../../components/link-button';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { isOpen } from '../../generations/generation-state';
import { recentQuery } from './recent-query';
import classes from './recent.module.css';

const POLL_MS = 4_000;

/** Shows the latest generations. */
export function Recent() {
  const { data, error, refetch } = useQuery({
    ...recentQuery,
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? POLL_MS : false),
  });
  return (
    <Panel
      title="Recent"
      actions={
        <LinkButton to="/library" variant="subtle" size="compact-sm">
          Open library
        </LinkButton>
      }
    >
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 ? (
        <EmptyState
          icon={<PlaygroundIcon size={24} />}
          title="Nothing here yet"
          action={<MakeLink>Create your first image</MakeLink>}
        >
          Your images and videos appear here. Write a prompt in the playground or send a request to
          the API.
        </EmptyState>
      ) : (
        <div className={classes.row}>
          {data?.data.map((generation) => (
            <GenerationTile key={generation.id} generation={generation} />
          ))}
        </div>
      )}
    </Panel>
  );
}
