import { memo } from 'react';
import type { Generation } from '../../api/contract';
import { CollectButton } from '../../collections/collect-button';
import { FavoriteButton } from '../../components/favorite-button';
import { GenerationTile } from '../../components/generation-tile';

/** Actions of a tile. The functions must not change, because tiles are memoized. */
export interface TileActions {
  readonly onSelect: (id: string, isSelected: boolean, isRange: boolean) => void;
  /** Null for members who only read. */
  readonly onFavorite: ((id: string, isFavorite: boolean) => void) | null;
  /** Id of the collection that the list is limited to. */
  readonly collection: string | undefined;
}

interface Props extends TileActions {
  readonly generation: Generation;
  readonly isSelected: boolean;
}

/** A selectable tile; memoized because scrolling renders many tiles. */
export const Tile = memo(function Tile(props: Props) {
  const { generation, isSelected, onSelect, onFavorite, collection } = props;
  const { id, type, request, title, favorite } = generation;
  const what = `${type}: ${title ?? request.prompt ?? 'No prompt'}`;
  return (
    <GenerationTile generation={generation} isSelected={isSelected}>
      <input
        type="checkbox"
        className="tile-check"
        checked={isSelected}
        onChange={({ currentTarget, nativeEvent }) =>
          onSelect(id, currentTarget.checked, 'shiftKey' in nativeEvent && !!nativeEvent.shiftKey)
        }
        aria-label={`Select ${what}`}
      />
      {onFavorite && (
        <>
          <CollectButton ids={[id]} shown={collection} tile={what} />
          <FavoriteButton
            className="tile-star"
            what={what}
            isFavorite={favorite}
            onChange={(next) => onFavorite(id, next)}
          />
        </>
      )}
    </GenerationTile>
  );
});
