import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { listCharactersOptions, listModelsOptions } from '../../api/@tanstack/react-query.gen';
import { SearchIcon } from '../../components/icons';
import { isFiltered, readFilters, STATUSES, TYPES, type LibraryFilters } from './filters';

const CHARACTERS = 100;

/** The filters, which live in the address. */
export function FilterBar({ filters }: { readonly filters: LibraryFilters }) {
  const navigate = useNavigate({ from: '/library' });
  const models = useQuery(listModelsOptions());
  const characters = useQuery(listCharactersOptions({ query: { limit: CHARACTERS } }));
  const change = (next: Partial<Record<keyof LibraryFilters, string | null>>) =>
    void navigate({ search: (before) => readFilters({ ...before, ...next }), replace: true });
  return (
    <Group component="search" gap="xs" aria-label="Filters of the library">
      <Words q={filters.q} onChange={(q) => change({ q })} />
      <Choice
        label="Type"
        value={filters.type}
        data={TYPES}
        onChange={(type) => change({ type })}
      />
      <Choice
        label="Status"
        value={filters.status}
        data={STATUSES}
        onChange={(status) => change({ status })}
      />
      <Choice
        label="Model"
        value={filters.model}
        data={[
          ...(models.data ? [models.data.image.id] : []),
          ...(models.data?.video.map(({ id }) => id) ?? []),
        ]}
        onChange={(model) => change({ model })}
      />
      <Choice
        label="Character"
        value={filters.character}
        data={characters.data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        onChange={(character) => change({ character })}
      />
      <Day label="From" value={filters.from} onChange={(from) => change({ from })} />
      <Day label="To" value={filters.to} onChange={(to) => change({ to })} />
      {isFiltered(filters) && (
        <Button variant="subtle" onClick={() => void navigate({ search: {}, replace: true })}>
          Clear
        </Button>
      )}
    </Group>
  );
}

interface WordsProps {
  readonly q: string | undefined;
  readonly onChange: (q: string) => void;
}

/** Searches when the typing pauses. */
function Words({ q, onChange }: WordsProps) {
  const [words, setWords] = useState(q ?? '');
  const search = useDebouncedCallback(onChange, 300);
  // Taken away elsewhere, the words are not to stay in the field.
  const [known, setKnown] = useState(q);
  if (q !== known) {
    setKnown(q);
    if (q === undefined) setWords('');
  }
  return (
    <TextInput
      aria-label="Words of the prompt"
      placeholder="Search prompts"
      leftSection={<SearchIcon size={16} />}
      value={words}
      onChange={({ currentTarget: { value } }) => {
        setWords(value);
        search(value);
      }}
      w={{ base: '100%', xs: 190 }}
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly data: readonly (string | { value: string; label: string })[];
  readonly onChange: (value: string | null) => void;
}

function Choice({ label, value, data, onChange }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      data={[...data]}
      onChange={onChange}
      clearable
      w={{ base: 'calc(50% - 5px)', xs: 122 }}
    />
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

function Day({ label, value, onChange }: DayProps) {
  return (
    <TextInput
      type="date"
      aria-label={`${label} day`}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      w={{ base: 'calc(50% - 5px)', xs: 138 }}
    />
  );
}
