import { Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Generation } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { BackIcon } from '../../components/icons';
import { LinkButton } from '../../components/link-button';

/** The library's pages, as its page caches them. */
interface Pages {
  readonly pages: readonly { readonly data: readonly Generation[] }[];
}

const LISTED = 60;

/** Finds the ids before and after a generation, in the order of the library that the user left. */
function useNeighbors(id: string) {
  const queries = useQueryClient();
  const visited = queries
    .getQueriesData<Pages>({ queryKey: ['library'] })
    .map(([, data]) => data?.pages.flatMap((page) => page.data) ?? [])
    .find((list) => list.some((one) => one.id === id));
  const newest = useQuery({
    ...apiQuery('/generations', { query: { limit: LISTED } }),
    enabled: !visited,
  });
  const list = visited ?? newest.data?.data ?? [];
  const place = list.findIndex((one) => one.id === id);
  return place < 0 ? {} : { previous: list[place - 1]?.id, next: list[place + 1]?.id };
}

/** Parts of the page that use the arrow keys themselves. */
const OWN_ARROWS = '[role=tablist], [role=dialog], [role=menu], video, pre';

/** Links to the library and to the generations before and after, which the arrow keys also open. */
export function Neighbors({ id }: { readonly id: string }) {
  const { previous, next } = useNeighbors(id);
  const navigate = useNavigate();
  const open = (generationId: string | undefined) => (event: KeyboardEvent) => {
    if (!generationId || (event.target as Element).closest(OWN_ARROWS)) return;
    void navigate({ to: '/library/$generationId', params: { generationId }, replace: true });
  };
  useHotkeys([
    ['ArrowLeft', open(previous), { preventDefault: false }],
    ['ArrowRight', open(next), { preventDefault: false }],
  ]);
  return (
    <Group gap="xs" mb={4} ml={-8}>
      <LinkButton
        to="/library"
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<BackIcon size={14} />}
      >
        Library
      </LinkButton>
      {previous && <Neighbor id={previous} label="Previous" />}
      {next && <Neighbor id={next} label="Next" />}
    </Group>
  );
}

const Neighbor = ({ id, label }: { readonly id: string; readonly label: string }) => (
  <LinkButton
    to="/library/$generationId"
    params={{ generationId: id }}
    replace
    variant="subtle"
    color="gray"
    size="compact-sm"
    title={label === 'Next' ? '→' : '←'}
  >
    {label}
  </LinkButton>
);
