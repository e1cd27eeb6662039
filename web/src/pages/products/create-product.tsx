import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { createProduct } from '../../api';
import { ProblemNotice } from '../../components/problem-notice';
import { newIdempotencyKey } from '../../lib/idempotency';
import type { DraftFile } from '../playground/draft';
import { MediaField } from '../playground/media-field';

/** A new product, of photos. */
export function CreateProduct({ onDone }: { readonly onDone: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [category, setCategory] = useState('');
  const [photos, setPhotos] = useState<readonly DraftFile[]>([]);
  const create = useMutation({
    mutationFn: () => {
      const images = photos.map(({ id }) => id);
      const body = { name, images, ...(category !== '' && { category }) };
      return createProduct({ body, headers: newIdempotencyKey(), throwOnError: true });
    },
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries(),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          required
          maxLength={40}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label="Category"
          description="In your own words, such as skincare or beverage"
          maxLength={100}
          value={category}
          onChange={({ currentTarget }) => setCategory(currentTarget.value)}
        />
        <MediaField
          label="Photos"
          description="One to three, the clearest first"
          accept="image/*"
          max={3}
          files={photos}
          onChange={setPhotos}
        />
        {create.error && <ProblemNotice error={create.error} />}
        <Button type="submit" loading={create.isPending} disabled={photos.length === 0}>
          Save
        </Button>
      </Stack>
    </form>
  );
}
