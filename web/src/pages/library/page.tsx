import { Center, Loader } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { EmptyState } from '../../components/empty-state';
import { LibraryIcon, SearchIcon } from '../../components/icons';
import { LinkButton } from '../../components/link-button';
import { Page } from '../../components/page';
import { ProblemNotice } from '../../components/problem-notice';
import { FilterBar } from './filter-bar';
import { isFiltered } from './filters';
import { Grid } from './grid';
import { libraryRoute } from './route';
import { SelectionBar } from './selection-bar';
import { useGenerations } from './use-generations';

export function LibraryPage() {
  const filters = libraryRoute.useSearch();
  const list = useGenerations(filters);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select = useCallback((id: string, isSelected: boolean) => {
    setSelected((before) => {
      const after = new Set(before);
      if (isSelected) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  const { fetchNextPage } = list;
  const fetchMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const pages = list.data?.pages;
  const generations = useMemo(() => pages?.flatMap(({ data }) => data) ?? [], [pages]);
  return (
    <Page title="Library" lead="Everything that was made, newest first.">
      <FilterBar filters={filters} />
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && (
        <Center py={80}>
          <Loader />
        </Center>
      )}
      {list.data && generations.length === 0 && <Nothing isFiltered={isFiltered(filters)} />}
      {generations.length > 0 && (
        <Grid
          generations={generations}
          selected={selected}
          onSelect={select}
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          onNearEnd={fetchMore}
        />
      )}
      <SelectionBar
        selected={selected}
        downloadable={generations
          .filter(({ id, result }) => result !== null && selected.has(id))
          .map(({ id }) => id)}
        onDone={() => setSelected(new Set())}
      />
    </Page>
  );
}

function Nothing({ isFiltered: narrowed }: { readonly isFiltered: boolean }) {
  if (narrowed) {
    return (
      <EmptyState
        icon={<SearchIcon size={24} />}
        title="Nothing matches"
        action={
          <LinkButton to="/library" search={{}} variant="light">
            Show everything
          </LinkButton>
        }
      >
        Take a filter away, or look for other words.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<LibraryIcon size={24} />}
      title="Your library is empty"
      action={<LinkButton to="/playground">Open the playground</LinkButton>}
    >
      Every image and video that you make, here or over the API, is kept in this place.
    </EmptyState>
  );
}
