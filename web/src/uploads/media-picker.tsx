import { Button, Group, SimpleGrid, Skeleton, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { Generation, GenerationType } from '../api/contract';
import { request } from '../api/request';
import { GenerationThumbnail } from '../components/generation-thumbnail';
import { SearchIcon } from '../components/icons';
import { Older } from '../components/load-older';
import { ProblemNotice } from '../components/problem-notice';
import type { UploadedFile } from './media-field';

interface Props {
  /** Type of the results to choose from; null for a field that takes sound. */
  readonly type: GenerationType | null;
  readonly max: number;
  readonly onChoose: (files: readonly UploadedFile[]) => void;
}

/** Chooses results of the library, or a file by its URL. */
export default function MediaPicker({ type, max, onChoose }: Props) {
  return (
    <Tabs defaultValue={type ? 'library' : 'url'} keepMounted={false}>
      <Tabs.List mb="md">
        {type && <Tabs.Tab value="library">Library</Tabs.Tab>}
        <Tabs.Tab value="url">URL</Tabs.Tab>
      </Tabs.List>
      {type && (
        <Tabs.Panel value="library">
          <LibraryTab type={type} max={max} onChoose={onChoose} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="url">
        <UrlTab onChoose={onChoose} />
      </Tabs.Panel>
    </Tabs>
  );
}

const PAGE = 40;
const TYPING_MS = 300;

/** Turns a result into a file of the form. The API takes the URL of a result as it takes the id of an upload. */
const toFile = ({ id, type, result }: Generation): UploadedFile => ({
  id: result?.url ?? id,
  name: `${type === 'image' ? 'Image' : 'Video'} ${id.slice(4, 10)}`,
  preview: type === 'image' ? (result?.url ?? null) : null,
});

function LibraryTab({ type, max, onChoose }: Props & { readonly type: GenerationType }) {
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), TYPING_MS);
  const [chosen, setChosen] = useState<readonly Generation[]>([]);
  const list = useInfiniteQuery({
    queryKey: ['media-picker', type, q],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const filter = { type, status: 'completed' as const, limit: PAGE };
      const query = { ...filter, ...(q && { q }), ...(cursor && { cursor }) };
      return request('GET /generations', { query, signal });
    },
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  });
  const results = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const choose = (one: Generation) => {
    if (max === 1) return onChoose([toFile(one)]);
    const others = chosen.filter(({ id }) => id !== one.id);
    setChosen(others.length < chosen.length ? others : [...chosen, one].slice(-max));
  };
  return (
    <Stack gap="sm">
      <TextInput
        aria-label="Search prompts"
        placeholder="Search prompts"
        leftSection={<SearchIcon size={16} />}
        data-autofocus
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      {list.error && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton h={200} />}
      {list.data && results.length === 0 && (
        <Text fz="sm" c="dimmed">
          {q ? 'No result has these words in its prompt.' : 'The library is empty.'}
        </Text>
      )}
      <SimpleGrid cols={{ base: 3, sm: 5 }} spacing="xs">
        {results.map((one) => (
          <GenerationThumbnail
            key={one.id}
            generation={one}
            isChosen={chosen.some(({ id }) => id === one.id)}
            place={chosen.findIndex(({ id }) => id === one.id) + 1}
            onChoose={() => choose(one)}
          />
        ))}
      </SimpleGrid>
      <Older list={list} />
      {max > 1 && (
        <Group justify="flex-end">
          <Button disabled={chosen.length === 0} onClick={() => onChoose(chosen.map(toFile))}>
            Add {chosen.length || ''}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function UrlTab({ onChoose }: Pick<Props, 'onChoose'>) {
  const [url, setUrl] = useState('');
  const add = (event: SyntheticEvent) => {
    event.preventDefault();
    // The picker is inside the form of a character or a product.
    event.stopPropagation();
    const name =
      url
        .replace(/[?#].*$/, '')
        .split('/')
        .at(-1) ?? '';
    // The policy of the page does not load pictures of other sites.
    onChoose([{ id: url, name: name || url, preview: null }]);
  };
  return (
    <form onSubmit={add}>
      <Group align="flex-end">
        <TextInput
          label="File URL"
          description="A public https address. The service fetches the file"
          type="url"
          pattern="https://.*"
          required
          maxLength={2_048}
          flex={1}
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <Button type="submit">Add</Button>
      </Group>
    </form>
  );
}
