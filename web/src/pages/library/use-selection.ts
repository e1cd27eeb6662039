import { useCallback, useEffect, useRef, useState } from 'react';
import type { Generation } from '../../api/contract';

/** Returns the selection in a list. Shift-click extends it from the last selected item. */
export function useSelection(generations: readonly Generation[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  // Tiles are memoized, so their callback must stay the same.
  const listed = useRef(generations);
  useEffect(() => {
    listed.current = generations;
  }, [generations]);
  const select = useCallback((id: string, isSelected: boolean, isRange: boolean) => {
    const ids = isRange ? findIdsBetween(listed.current, last.current, id) : [id];
    last.current = id;
    setSelected((before) => {
      const after = new Set(before);
      for (const one of ids) {
        if (isSelected) after.add(one);
        else after.delete(one);
      }
      return after;
    });
  }, []);
  return {
    selected,
    select,
    selectAll: () => setSelected(new Set(generations.map(({ id }) => id))),
    clear: () => setSelected(new Set()),
  };
}

/** Returns the ids between two items, in list order. */
function findIdsBetween(
  generations: readonly Generation[],
  from: string | null,
  to: string,
): readonly string[] {
  const ids = generations.map(({ id }) => id);
  const places = [ids.indexOf(from ?? to), ids.indexOf(to)].toSorted((a, b) => a - b);
  const [first = 0, end = 0] = places;
  return first < 0 ? [to] : ids.slice(first, end + 1);
}
