import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { request } from '../../api/request';
import { DialogForm } from '../../components/dialog-form';
import { createIdempotencyKey } from '../../requests/idempotency';
import { MediaField, type UploadedFile } from '../../uploads/media-field';

/** The form that creates a product from photos. */
export function CreateProduct({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState('');
  const [category, setCategory] = useState('');
  const [photos, setPhotos] = useState<readonly UploadedFile[]>([]);
  const save = async () => {
    const images = photos.map(({ id }) => id);
    const body = { name, images, ...(category !== '' && { category }) };
    await request('POST /products', { body, headers: createIdempotencyKey() });
    onDone();
  };
  return (
    <DialogForm label="Create" isReady={photos.length > 0} act={save} onCancel={onDone}>
      <TextInput
        label="Name"
        required
        maxLength={40}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        label="Category"
        description="Any category, for example skincare or beverage"
        maxLength={100}
        value={category}
        onChange={({ currentTarget }) => setCategory(currentTarget.value)}
      />
      <MediaField
        label="Photos"
        description="1–3 photos. Start with the clearest"
        accept="image/*"
        max={3}
        files={photos}
        onChange={setPhotos}
      />
    </DialogForm>
  );
}
