import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { Generation } from '../api/contract';
import { formatRelative } from '../format/times';
import { labelFailure } from '../generations/failure-labels';
import { isOpen } from '../generations/generation-state';
import { useGeneration } from '../generations/use-generation';
import { AlertIcon, PlayIcon, RefreshIcon } from './icons';
import classes from './generation-tile.module.css';

interface Props {
  readonly generation: Generation;
  readonly isSelected?: boolean;
  /** Controls on top of the tile, with the class `tile-check`, `tile-star` or `tile-folder`. */
  readonly children?: ReactNode;
}

/** A generation in a grid: its thumbnail or status, linked to the generation's page. */
export function GenerationTile(props: Props) {
  return isOpen(props.generation) ? <OpenTile {...props} /> : <EndedTile {...props} />;
}

/** Polls an unfinished generation separately, because lists are not refetched. */
function OpenTile(props: Props) {
  const { data } = useGeneration(props.generation.id, props.generation);
  return <EndedTile {...props} generation={data ?? props.generation} />;
}

function EndedTile({ generation, isSelected, children }: Props) {
  const { id, type, status, request, title } = generation;
  const words = title ?? request.prompt ?? 'No prompt';
  // Videos play on hover and on focus.
  const [isOver, setIsOver] = useState(false);
  return (
    <div className={classes.tile} data-selected={isSelected || undefined}>
      <Link
        to="/library/$generationId"
        params={{ generationId: id }}
        className={classes.link}
        aria-label={`${type}, ${status}: ${words}`}
        onMouseEnter={() => setIsOver(true)}
        onMouseLeave={() => setIsOver(false)}
        onFocus={() => setIsOver(true)}
        onBlur={() => setIsOver(false)}
      >
        <TileContent generation={generation} isOver={isOver} />
        <span className={classes.caption}>
          <span className={classes.words}>{words}</span>
          <span className={classes.time}>{formatRelative(generation.created_at)}</span>
        </span>
      </Link>
      {children}
    </div>
  );
}

interface ContentProps {
  readonly generation: Generation;
  readonly isOver: boolean;
}

function TileContent({ generation, isOver }: ContentProps) {
  const { type, status, result } = generation;
  if (!result) return <TileState generation={generation} />;
  const poster = result.thumbnail_url;
  return (
    <span className={classes.media}>
      {poster && <img src={poster} alt="" loading="lazy" decoding="async" />}
      {type === 'video' && status === 'completed' && (
        <>
          {(isOver || !poster) && (
            <video src={result.url} muted loop playsInline autoPlay={isOver} preload="metadata" />
          )}
          <span className={classes.kind}>
            <PlayIcon size={14} />
          </span>
        </>
      )}
    </span>
  );
}

function TileState({ generation: { status, error } }: { readonly generation: Generation }) {
  const failed = status === 'failed';
  return (
    <span className={classes.state} data-status={status}>
      {failed ? <AlertIcon size={22} /> : <RefreshIcon size={22} />}
      <Text component="span" fz="xs" fw={600}>
        {failed && error ? labelFailure(error.code) : status}
      </Text>
    </span>
  );
}
