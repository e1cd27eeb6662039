import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { getPicture, useChosen } from './use-chosen';

/** More images would leave too little space for the caption. */
const SHOWN = 3;

/** Shows a post's images. Deleted generations are left out. */
export function PostPictures({ ids }: { readonly ids: readonly string[] }) {
  const pictures = useChosen(ids.slice(0, SHOWN)).flatMap((one) => {
    const url = getPicture(one);
    return url ? [{ id: one.id, url }] : [];
  });
  if (pictures.length === 0) return null;
  return (
    <Group gap={4} wrap="nowrap">
      {pictures.map(({ id, url }) => (
        <Link
          key={id}
          to="/library/$generationId"
          params={{ generationId: id }}
          aria-label={`Generation ${id}`}
        >
          <img src={url} alt="" loading="lazy" className="post-picture" />
        </Link>
      ))}
    </Group>
  );
}
