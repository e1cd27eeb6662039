import { Checkbox } from '@mantine/core';
import type { Generation } from '../../api';
import { GenerationTile } from '../../components/generation-tile';

interface Props {
  readonly generation: Generation;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

/** A tile that can be selected. */
export function Tile({ generation, isSelected, onSelect }: Props) {
  const { type, request } = generation;
  return (
    <GenerationTile generation={generation} isSelected={isSelected}>
      <Checkbox
        className="tile-check"
        checked={isSelected}
        onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        aria-label={`Select ${type}: ${request.prompt ?? 'without a prompt'}`}
      />
    </GenerationTile>
  );
}
