import { ActionIcon } from '@mantine/core';
import { StarIcon } from './icons';

interface Props {
  readonly isFavorite: boolean;
  /** Names the generation for screen readers; empty on its own page. */
  readonly what?: string;
  readonly className?: string;
  readonly onChange: (isFavorite: boolean) => void;
}

/** A star that is filled for favorites. */
export function FavoriteButton({ isFavorite, what = '', className, onChange }: Props) {
  return (
    <ActionIcon
      variant="default"
      size={className ? 26 : 36}
      {...(className && { className, radius: 'xl' })}
      aria-pressed={isFavorite}
      aria-label={`Favorite${what && `: ${what}`}`}
      title={isFavorite ? 'Remove from favorites' : 'Add to favorites'}
      c={isFavorite ? 'yellow.6' : undefined}
      onClick={() => onChange(!isFavorite)}
    >
      <StarIcon size={className ? 15 : 18} isFilled={isFavorite} />
    </ActionIcon>
  );
}
