import { SegmentedControl, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Gender, PresetId } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { request } from '../../api/request';
import { DialogForm } from '../../components/dialog-form';
import { formatCredits } from '../../format/numbers';
import { createIdempotencyKey } from '../../requests/idempotency';
import { MediaField, type UploadedFile } from '../../uploads/media-field';
import { PresetGallery, type PresetChoice } from './preset-gallery';

type CreationWay = 'photos' | 'preset';

/** The form that creates a character from photos or a preset. */
export function CreateCharacter({ onDone }: { readonly onDone: () => void }) {
  const [way, setWay] = useState<CreationWay>('photos');
  const [name, setName] = useState('');
  const [gender, setGender] = useState<Gender>('female');
  const [photos, setPhotos] = useState<readonly UploadedFile[]>([]);
  const [preset, setPreset] = useState<PresetChoice | null>(null);
  const models = useQuery({ ...apiQuery('/models'), staleTime: 300_000 });
  const price = models.data?.characters.preset;
  /** Proposes the preset's name until the user has written one. */
  const choosePreset = (choice: PresetChoice) => {
    setPreset(choice);
    if (name === '' || name === preset?.name) setName(choice.name);
  };
  const save = async () => {
    const headers = createIdempotencyKey();
    if (way === 'photos') {
      const images = photos.map(({ id }) => id);
      await request('POST /characters', { headers, body: { name, gender, images } });
    } else {
      await request('POST /characters/preset', {
        headers,
        body: {
          name,
          base_id: preset?.id as PresetId,
          ...(preset?.customization && { customization: preset.customization }),
        },
      });
    }
    onDone();
  };
  const isReady = way === 'photos' ? photos.length > 0 : preset !== null && price !== undefined;
  const label =
    way === 'preset' && price !== undefined ? `Create for ${formatCredits(price)}` : 'Create';
  return (
    <DialogForm label={label} isReady={isReady} act={save} onCancel={onDone}>
      <SegmentedControl
        aria-label="Source"
        value={way}
        onChange={(value) => setWay(value)}
        data={[
          { value: 'photos', label: 'Photos' },
          { value: 'preset', label: 'Preset' },
        ]}
      />
      <TextInput
        label="Name"
        required
        maxLength={way === 'preset' ? 20 : 30}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {way === 'photos' ? (
        <PhotoFields gender={gender} onGender={setGender} photos={photos} onPhotos={setPhotos} />
      ) : (
        <PresetGallery chosen={preset} onChoose={choosePreset} />
      )}
    </DialogForm>
  );
}

interface PhotoProps {
  readonly gender: Gender;
  readonly onGender: (gender: Gender) => void;
  readonly photos: readonly UploadedFile[];
  readonly onPhotos: (photos: readonly UploadedFile[]) => void;
}

function PhotoFields({ gender, onGender, photos, onPhotos }: PhotoProps) {
  return (
    <>
      <SegmentedControl
        aria-label="Gender"
        value={gender}
        onChange={onGender}
        data={['female', 'male']}
      />
      <MediaField
        label="Photos"
        description="1–3 photos of the face. Start with a clear front view"
        accept="image/*"
        max={3}
        files={photos}
        onChange={onPhotos}
      />
    </>
  );
}
