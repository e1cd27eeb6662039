import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { keep, readKept } from '../../session/kept';
import { useSession } from '../../session/session';
import { TILE_HEIGHTS, type TileSize } from './grid';

const NAME = 'tile-size';

/** Returns the size of the tiles, which this browser keeps. */
export function useTileSize(): readonly [TileSize, (size: TileSize) => void] {
  const session = useSession();
  const [size, setSize] = useState<TileSize>(() => {
    const kept = readKept(session, NAME);
    return isSize(kept) ? kept : 'medium';
  });
  const change = (next: TileSize) => {
    setSize(next);
    keep(session, NAME, next);
  };
  return [size, change];
}

const isSize = (value: unknown): value is TileSize =>
  typeof value === 'string' && value in TILE_HEIGHTS;

interface Props {
  readonly size: TileSize;
  readonly onChange: (size: TileSize) => void;
}

const SIZES = [
  { value: 'small', label: 'Small' },
  { value: 'medium', label: 'Medium' },
  { value: 'large', label: 'Large' },
] as const;

export const SizeControl = ({ size, onChange }: Props) => (
  <SegmentedControl
    aria-label="Tile size"
    size="xs"
    visibleFrom="sm"
    data={[...SIZES]}
    value={size}
    onChange={onChange}
  />
);
