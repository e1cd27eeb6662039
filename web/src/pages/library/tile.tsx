import { memo } from 'react';
import type { Generation } from '../../api/contract';
import { GenerationTile } from '../../components/generation-tile';

interface Props {
  readonly generation: Generation;
  readonly isSelected: boolean;
  readonly onSelect: (id: string, isSelected: boolean, isRange: boolean) => void;
}

/** A selectable tile; memoized because scrolling renders many tiles. */
export const Tile = memo(function Tile({ generation, isSelected, onSelect }: Props) {
  const { id, type, request } = generation;
  return (
    <GenerationTile generation={generation} isSelected={isSelected}>
      <input
        type="checkbox"
        className="tile-check"
        checked={isSelected}
        onChange={({ currentTarget, nativeEvent }) =>
          onSelect(id, currentTarget.checked, 'shiftKey' in nativeEvent && !!nativeEvent.shiftKey)
        }
        aria-label={`Select ${type}: ${request.prompt ?? 'No prompt'}`}
      />
    </GenerationTile>
  );
});
