import { Group } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../../api/queries';

/** More images would leave too little space for the caption. */
const SHOWN = 3;

/** Shows a post's images. Deleted generations are left out. */
export function PostPictures({ ids }: { readonly ids: readonly string[] }) {
  const found = useQueries({
    queries: ids.slice(0, SHOWN).map((id) => ({
      ...apiQuery('/generations/{id}', { params: { id } }),
      retry: false,
      staleTime: Infinity,
    })),
  });
  const pictures = found.flatMap(({ data }) => {
    const url = data?.result?.thumbnail_url ?? (data?.type === 'image' ? data.result?.url : null);
    return data && url ? [{ id: data.id, url }] : [];
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
