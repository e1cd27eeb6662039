import { Box, Center, Loader } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect } from 'react';
import type { Generation } from '../../api/contract';
import { Tile } from './tile';

const GAP = 12;
const LEAST_WIDTH = 190;
/** A tile's height divided by its width. */
const SHAPE = 1.15;

/** The next page is fetched when this many rows are left below the view: a few screens. */
const ROWS_AHEAD = 12;

/**
 * The width at the last visit. With it, the first render has its full height, so that the router
 * can restore the scroll position.
 */
let lastWidth = 0;

interface Props {
  readonly generations: readonly Generation[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (id: string, isSelected: boolean, isRange: boolean) => void;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onNearEnd: () => void;
}

/** A virtual grid: only visible rows are in the DOM, so that long lists stay fast. */
export function Grid({ generations, selected, onSelect, hasMore, isLoading, onNearEnd }: Props) {
  const { ref, width: measured } = useElementSize();
  const width = measured || lastWidth;
  useEffect(() => {
    if (measured > 0) lastWidth = measured;
  }, [measured]);
  const columns = Math.max(2, Math.floor((width + GAP) / (LEAST_WIDTH + GAP)));
  const height = ((width - GAP * (columns - 1)) / columns) * SHAPE + GAP;
  const rows = Math.ceil(generations.length / columns);
  const virtualizer = useWindowVirtualizer({
    count: width > 0 ? rows : 0,
    estimateSize: () => height,
    overscan: 3,
  });
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, height]);
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoading && rows > 0 && last >= rows - ROWS_AHEAD) onNearEnd();
  }, [hasMore, isLoading, last, rows, onNearEnd]);
  return (
    <>
      <Box ref={ref} pos="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start, key }) => (
          <Box
            key={key}
            data-row={index}
            pos="absolute"
            left={0}
            right={0}
            top={0}
            style={{
              transform: `translateY(${start}px)`,
              height: height - GAP,
              display: 'grid',
              gap: GAP,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {generations.slice(index * columns, (index + 1) * columns).map((generation) => (
              <Tile
                key={generation.id}
                generation={generation}
                isSelected={selected.has(generation.id)}
                onSelect={onSelect}
              />
            ))}
          </Box>
        ))}
      </Box>
      {isLoading && (
        <Center py="md">
          <Loader size="sm" />
        </Center>
      )}
    </>
  );
}
