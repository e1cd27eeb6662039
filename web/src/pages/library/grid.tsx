import { Box, Center, Group, Loader } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, type ReactNode } from 'react';
import type { Generation } from '../../api/contract';
import { parseRatio } from '../../generations/ratio';
import { packRows, type PackedRow } from './pack-rows';
import { Tile, type TileActions } from './tile';

const GAP = 12;
/** Heights of rows by size, in pixels. */
export const TILE_HEIGHTS = { small: 150, medium: 230, large: 340 } as const;
export type TileSize = keyof typeof TILE_HEIGHTS;
/** On phones, a row is at most this part of the page's width high, so that it has two tiles. */
const HEIGHT_TO_WIDTH = 0.55;

/** The next page is fetched when this many rows are left below the view: a few screens. */
const ROWS_AHEAD = 12;

/**
 * The width at the last visit. With it, the first render has its full height, so that the router
 * can restore the scroll position.
 */
let lastWidth = 0;

interface Props extends TileActions {
  readonly size: TileSize;
  readonly generations: readonly Generation[];
  readonly selected: ReadonlySet<string>;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onNearEnd: () => void;
}

/** Tiles in rows with their true shapes. Only visible rows are in the DOM, so that long lists stay fast. */
export function Grid(props: Props) {
  const { size, generations, selected, hasMore, isLoading, onNearEnd, ...actions } = props;
  const { ref, width: measured } = useElementSize();
  const width = measured || lastWidth;
  useEffect(() => {
    if (measured > 0) lastWidth = measured;
  }, [measured]);
  const rows = useMemo(() => layOut(generations, width, size), [generations, width, size]);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.height ?? 0) + GAP,
    overscan: 3,
  });
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rows]);
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoading && rows.length > 0 && last >= rows.length - ROWS_AHEAD) onNearEnd();
  }, [hasMore, isLoading, last, rows, onNearEnd]);
  return (
    <>
      <Box ref={ref} pos="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <Row key={key} row={row} top={start}>
                {generations.slice(row.start, row.end).map((generation) => (
                  <Box key={generation.id} w={readShape(generation) * row.height} h={row.height}>
                    <Tile
                      generation={generation}
                      isSelected={selected.has(generation.id)}
                      {...actions}
                    />
                  </Box>
                ))}
              </Row>
            )
          );
        })}
      </Box>
      {isLoading && (
        <Center py="md">
          <Loader size="sm" />
        </Center>
      )}
    </>
  );
}

/** Returns the width of a tile divided by its height; a result without a known shape is a square. */
const readShape = ({ request }: Generation): number => parseRatio(request.aspect_ratio) ?? 1;

function layOut(generations: readonly Generation[], width: number, size: TileSize): PackedRow[] {
  if (width === 0) return [];
  const height = Math.min(TILE_HEIGHTS[size], width * HEIGHT_TO_WIDTH);
  return packRows(generations.map(readShape), { width, gap: GAP, height });
}

interface RowProps {
  readonly row: PackedRow;
  readonly top: number;
  readonly children: ReactNode;
}

const Row = ({ row, top, children }: RowProps) => (
  <Group
    data-end={row.end}
    pos="absolute"
    left={0}
    right={0}
    top={0}
    gap={GAP}
    wrap="nowrap"
    style={{ transform: `translateY(${top}px)` }}
  >
    {children}
  </Group>
);
