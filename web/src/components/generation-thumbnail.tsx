import type { Generation } from '../api/contract';
import { isOpen } from '../generations/generation-state';
import { AlertIcon, PlayIcon, RefreshIcon } from './icons';
import classes from './generation-thumbnail.module.css';

interface Props {
  readonly generation: Generation;
  readonly isChosen: boolean;
  /** Position among the chosen generations, if the order matters. */
  readonly place?: number;
  readonly onChoose: () => void;
}

/** A small picture of a generation that can be chosen. */
export function GenerationThumbnail({ generation, isChosen, place, onChoose }: Props) {
  const { type, status, request, result } = generation;
  const url = result?.thumbnail_url ?? (type === 'image' ? result?.url : null);
  const state = status === 'completed' ? '' : `, ${status}`;
  return (
    <button
      type="button"
      className={classes.tile}
      aria-pressed={isChosen}
      aria-label={`${type}${state}: ${request.prompt ?? 'No prompt'}`}
      onClick={onChoose}
    >
      {url && <img src={url} alt="" loading="lazy" />}
      {!result && (isOpen(generation) ? <RefreshIcon /> : <AlertIcon />)}
      {result && type === 'video' && (
        <span className={classes.video}>
          <PlayIcon size={12} />
        </span>
      )}
      {isChosen && place !== undefined && <span className={classes.place}>{place}</span>}
    </button>
  );
}
