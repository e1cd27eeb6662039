import { getRouteApi } from '@tanstack/react-router';
import { Center, Loader } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { EmptyState } from '../../components/empty-state';
import { FolderIcon, LibraryIcon, SearchIcon } from '../../components/icons';
import { LinkButton } from '../../components/link-button';
import { Page } from '../../components/page';
import { ProblemNotice } from '../../components/problem-notice';
import { useChangeGeneration } from '../../generations/use-change-generation';
import { mayChange, useSession } from '../../session/session';
import { CollectionBar } from './collection-bar';
import { FilterBar } from './filter-bar';
import { countFilters, type LibraryFilters } from './filters';
import { Grid } from './grid';
import { SavedFilters } from './saved-filters';
import { SizeControl, useTileSize } from './size-control';
import { SelectionBar } from './selection-bar';
import { useGenerations } from './use-generations';
import { useSelection } from './use-selection';

const route = getRouteApi('/shell/library');

export function LibraryPage() {
  const filters = route.useSearch();
  const list = useGenerations(filters);
  const { fetchNextPage } = list;
  const fetchMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const pages = list.data?.pages;
  const generations = useMemo(() => pages?.flatMap(({ data }) => data) ?? [], [pages]);
  const { selected, select, selectAll, clear } = useSelection(generations);
  const { role } = useSession();
  const [size, setSize] = useTileSize();
  const { mutate, error: unchanged } = useChangeGeneration();
  const mark = useCallback(
    (id: string, favorite: boolean) => mutate({ id, change: { favorite } }),
    [mutate],
  );
  return (
    <Page
      title="Library"
      lead={`All your images and videos, ${filters.order === 'asc' ? 'oldest' : 'newest'} first.`}
      actions={<SizeControl size={size} onChange={setSize} />}
    >
      <FilterBar filters={filters} />
      <SavedFilters filters={filters} />
      {filters.collection && <CollectionBar id={filters.collection} />}
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {unchanged && <ProblemNotice error={unchanged} />}
      {list.isPending && (
        <Center py={80}>
          <Loader />
        </Center>
      )}
      {list.data && generations.length === 0 && <Nothing filters={filters} />}
      {generations.length > 0 && (
        <Grid
          size={size}
          generations={generations}
          selected={selected}
          onSelect={select}
          onFavorite={mayChange(role) ? mark : null}
          collection={filters.collection}
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          onNearEnd={fetchMore}
        />
      )}
      <SelectionBar
        selected={selected}
        generations={generations}
        collection={filters.collection}
        onSelectAll={selectAll}
        onDone={clear}
      />
    </Page>
  );
}

function Nothing({ filters }: { readonly filters: LibraryFilters }) {
  const count = countFilters(filters);
  if (count === 1 && filters.collection) {
    return (
      <EmptyState
        icon={<FolderIcon size={24} />}
        title="No results in this collection"
        action={
          <LinkButton to="/library" search={{}} variant="light">
            Show all results
          </LinkButton>
        }
      >
        Select results in the library, or point at one, and choose “Add to collection”.
      </EmptyState>
    );
  }
  if (count > 0) {
    return (
      <EmptyState
        icon={<SearchIcon size={24} />}
        title="No results"
        action={
          <LinkButton to="/library" search={{}} variant="light">
            Clear filters
          </LinkButton>
        }
      >
        Remove a filter or search for something else.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<LibraryIcon size={24} />}
      title="Your library is empty"
      action={<LinkButton to="/playground">Open playground</LinkButton>}
    >
      Your images and videos appear here. Write a prompt in the playground or send a request to the
      API.
    </EmptyState>
  );
}
