import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Generation } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { PlayIcon } from '../../components/icons';
import { ProblemNotice } from '../../components/problem-notice';
import classes from './generation-picker.module.css';

/** The latest ones; older ones are posted again seldom. */
const SHOWN = 60;
const IMAGES_MOST = 10;

interface Props {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Chooses what is posted: one video, or images in an order. */
export function GenerationPicker({ chosen, onChange }: Props) {
  const list = useQuery(apiQuery('/generations', { query: { status: 'completed', limit: SHOWN } }));
  const all = list.data?.data ?? [];
  const choose = ({ id, type }: Generation) => {
    if (chosen.includes(id)) return onChange(chosen.filter((one) => one !== id));
    // A video stands alone, so it takes the place of what was chosen, as an image does of a video.
    const kept = all.filter((one) => chosen.includes(one.id) && one.type === 'image');
    const others = chosen.filter((one) => kept.some(({ id: other }) => other === one));
    onChange(type === 'video' ? [id] : [...others, id].slice(-IMAGES_MOST));
  };
  if (list.error) return <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <Skeleton h={96} mt="xs" radius="md" />;
  if (all.length === 0) {
    return (
      <Text fz="sm" c="dimmed" mt="xs">
        Nothing is made yet. Begin in the playground.
      </Text>
    );
  }
  return (
    <fieldset className={classes.tiles} aria-label="Generations">
      {all.map((generation) => (
        <Tile
          key={generation.id}
          generation={generation}
          place={chosen.indexOf(generation.id)}
          onChoose={() => choose(generation)}
        />
      ))}
    </fieldset>
  );
}

interface TileProps {
  readonly generation: Generation;
  /** In the order in which they are shown; -1 for one that is not chosen. */
  readonly place: number;
  readonly onChoose: () => void;
}

function Tile({ generation: { type, request, result }, place, onChoose }: TileProps) {
  const url = result?.thumbnail_url ?? (type === 'image' ? result?.url : null);
  return (
    <button
      type="button"
      className={classes.tile}
      aria-pressed={place >= 0}
      aria-label={`${type}: ${request.prompt ?? 'without a prompt'}`}
      onClick={onChoose}
    >
      {url && <img src={url} alt="" loading="lazy" />}
      {type === 'video' && (
        <span className={classes.video}>
          <PlayIcon size={12} />
        </span>
      )}
      {place >= 0 && <span className={classes.place}>{place + 1}</span>}
    </button>
  );
}
