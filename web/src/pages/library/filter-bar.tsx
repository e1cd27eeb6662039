import { Button, Drawer, Group, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { FilterIcon, SearchIcon } from '../../components/icons';
import { FilterFields, type FilterChange } from './filter-fields';
import { countFilters, readFilters, type LibraryFilters } from './filters';
import { TagChips } from './tag-chips';

interface Props {
  readonly filters: LibraryFilters;
}

/**
 * The filters, stored in the URL. On a phone, all filters except the search field are in a drawer.
 * Memoized, so that a new page of results does not render them again.
 */
export const FilterBar = memo(function FilterBar({ filters }: Props) {
  const navigate = useNavigate({ from: '/library' });
  const [isOpen, { open, close }] = useDisclosure();
  const change = (next: FilterChange) =>
    void navigate({ search: (before) => readFilters({ ...before, ...next }), replace: true });
  const clear = () =>
    void navigate({ search: ({ order }) => readFilters({ order }), replace: true });
  const { q, metadata, ...others } = filters;
  const inDrawer = countFilters(others);
  const isFiltered = countFilters(filters) > 0;
  return (
    <Group component="search" gap="xs" aria-label="Library filters">
      <Words q={q} onChange={(words) => change({ q: words })} />
      <Group gap="xs" visibleFrom="sm">
        <FilterFields filters={filters} onChange={change} />
      </Group>
      <Button
        hiddenFrom="sm"
        variant="default"
        leftSection={<FilterIcon size={16} />}
        onClick={open}
      >
        {inDrawer > 0 ? `Filters (${inDrawer})` : 'Filters'}
      </Button>
      {isFiltered && (
        <Button variant="subtle" px="sm" onClick={clear}>
          Clear
        </Button>
      )}
      {metadata && (
        <TagChips
          tags={metadata}
          onChange={(tags) =>
            void navigate({
              search: (before) => readFilters({ ...before, metadata: tags }),
              replace: true,
            })
          }
        />
      )}
      <Drawer opened={isOpen} onClose={close} title="Filters" position="bottom" size={530}>
        <Stack gap="sm" pb="sm">
          <FilterFields filters={filters} onChange={change} isStacked />
          <Button mt="xs" onClick={close}>
            Show results
          </Button>
        </Stack>
      </Drawer>
    </Group>
  );
});

interface WordsProps {
  readonly q: string | undefined;
  readonly onChange: (q: string) => void;
}

/** Starts a search when the user stops typing. */
function Words({ q, onChange }: WordsProps) {
  const [words, setWords] = useState(q ?? '');
  const search = useDebouncedCallback(onChange, 300);
  // Clear the field if the filter was cleared elsewhere.
  const [known, setKnown] = useState(q);
  if (q !== known) {
    setKnown(q);
    if (q === undefined) setWords('');
  }
  return (
    <TextInput
      aria-label="Search prompts and titles"
      placeholder="Prompts and titles"
      leftSection={<SearchIcon size={16} />}
      value={words}
      onChange={({ currentTarget: { value } }) => {
        setWords(value);
        search(value);
      }}
      w={{ base: '100%', sm: 180 }}
    />
  );
}
