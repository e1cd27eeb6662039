import { Button, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { createCharacter, createPresetCharacter, type Gender, type PresetId } from '../../api';
import { listPresetsOptions } from '../../api/@tanstack/react-query.gen';
import { ProblemNotice } from '../../components/problem-notice';
import { newIdempotencyKey } from '../../lib/idempotency';
import type { DraftFile } from '../playground/draft';
import { MediaField } from '../playground/media-field';

type Way = 'photos' | 'preset';

/** A new character, of photos or of a ready portrait. */
export function CreateCharacter({ onDone }: { readonly onDone: () => void }) {
  const queries = useQueryClient();
  const [way, setWay] = useState<Way>('photos');
  const [name, setName] = useState('');
  const [gender, setGender] = useState<Gender>('female');
  const [photos, setPhotos] = useState<readonly DraftFile[]>([]);
  const [preset, setPreset] = useState<string | null>(null);
  const create = useMutation({
    mutationFn: () => {
      const call = { headers: newIdempotencyKey(), throwOnError: true } as const;
      const images = photos.map(({ id }) => id);
      const ofPhotos = () => createCharacter({ ...call, body: { name, gender, images } });
      const base = preset as PresetId;
      const ofPreset = () => createPresetCharacter({ ...call, body: { name, base_id: base } });
      return way === 'photos' ? ofPhotos() : ofPreset();
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
        <SegmentedControl
          aria-label="Made of"
          value={way}
          onChange={(value) => setWay(value)}
          data={[
            { value: 'photos', label: 'Photos' },
            { value: 'preset', label: 'Ready portrait' },
          ]}
        />
        <TextInput
          label="Name"
          required
          maxLength={30}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {way === 'photos' ? (
          <PhotoFields gender={gender} onGender={setGender} photos={photos} onPhotos={setPhotos} />
        ) : (
          <PresetField preset={preset} onChange={setPreset} />
        )}
        {create.error && <ProblemNotice error={create.error} />}
        <Button
          type="submit"
          loading={create.isPending}
          disabled={way === 'photos' ? photos.length === 0 : preset === null}
        >
          Save
        </Button>
      </Stack>
    </form>
  );
}

interface PhotoProps {
  readonly gender: Gender;
  readonly onGender: (gender: Gender) => void;
  readonly photos: readonly DraftFile[];
  readonly onPhotos: (photos: readonly DraftFile[]) => void;
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
        description="One to three of the face, a clear front view first"
        accept="image/*"
        max={3}
        files={photos}
        onChange={onPhotos}
      />
    </>
  );
}

interface PresetProps {
  readonly preset: string | null;
  readonly onChange: (preset: string | null) => void;
}

function PresetField({ preset, onChange }: PresetProps) {
  const presets = useQuery(listPresetsOptions());
  const data = presets.data?.ready.map(({ base_id: value, name, description }) => {
    return { value, label: `${name}: ${description}` };
  });
  return (
    <Select
      label="Portrait"
      required
      searchable
      data={data ?? []}
      value={preset}
      onChange={onChange}
    />
  );
}
