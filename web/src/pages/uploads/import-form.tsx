import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { request } from '../../api/request';
import { ProblemNotice } from '../../components/problem-notice';
import { createIdempotencyKey } from '../../requests/idempotency';
import type { OwnUpload } from './use-own-uploads';

interface Props {
  readonly onAdded: (upload: OwnUpload) => void;
}

/** Adds a file by its URL, or an existing upload by its id. */
export function ImportForm({ onAdded }: Props) {
  const [source, setSource] = useState('');
  const add = useMutation({
    mutationFn: async () => {
      const text = source.trim();
      if (!text.includes('://')) {
        const data = await request('GET /uploads/{id}', { params: { id: text } });
        return { id: data.id, name: data.id };
      }
      const headers = createIdempotencyKey();
      const data = await request('POST /uploads', { body: { url: text }, headers });
      return { id: data.id, name: findFileName(text) };
    },
    onSuccess: (upload) => {
      onAdded(upload);
      setSource('');
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack mt="md" gap="sm">
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Or paste a URL"
            description="A public https URL, or an upload ID"
            placeholder="https://example.com/fox.jpg"
            required
            value={source}
            onChange={({ currentTarget }) => setSource(currentTarget.value)}
            flex={1}
            miw={220}
          />
          <Button type="submit" variant="default" loading={add.isPending}>
            Add
          </Button>
        </Group>
        {add.error && <ProblemNotice error={add.error} />}
      </Stack>
    </form>
  );
}

/** Returns a URL's last path segment, as a display name. */
const findFileName = (address: string): string =>
  address.split(/[?#]/u)[0]?.split('/').pop() || address;
