import { Switch } from '@mantine/core';
import type { MediaRole } from '../../generations/request-files';
import type { Draft, Options } from './draft';
import { MediaField } from '../../uploads/media-field';

interface Field {
  readonly role: MediaRole;
  readonly label: string;
  readonly description: string;
  readonly accept: string;
}

const FACE: Field = {
  role: 'character_image',
  label: 'Face',
  description: "Uses this person's face without saving a character.",
  accept: 'image/*',
};
const REFERENCES: Field = {
  role: 'reference_images',
  label: 'References',
  description: 'Refer to them as @ref1, @ref2, … in the prompt.',
  accept: 'image/*',
};
const OF_IMAGES: readonly Field[] = [
  {
    role: 'scene_image',
    label: 'Scene',
    description: 'The pose, framing, setting and light to copy, or the image to edit.',
    accept: 'image/*',
  },
  FACE,
  REFERENCES,
];
const OF_VIDEOS: readonly Field[] = [
  {
    role: 'start_frame',
    label: 'First frame',
    description: 'The video starts with exactly this image.',
    accept: 'image/*',
  },
  FACE,
  REFERENCES,
  {
    role: 'narration_audio',
    label: 'Narration',
    description: 'A voice-over, for models that support it.',
    accept: 'audio/*',
  },
];
const MOTION: Field = {
  role: 'motion_video',
  label: 'Motion clip',
  description: '1–30 seconds. The result copies its motion.',
  accept: 'video/*',
};

interface Props {
  readonly draft: Draft;
  readonly options: Options;
  readonly onChange: (next: Partial<Draft>) => void;
}

/** The chosen model's media inputs. */
export function MediaFields({ draft, options, onChange }: Props) {
  const fields = options.video
    ? [...(options.video.requires_motion_video ? [MOTION] : []), ...OF_VIDEOS]
    : OF_IMAGES;
  return (
    <>
      {fields.map(({ role, ...field }) => (
        <MediaField
          key={role}
          {...field}
          max={role === 'reference_images' ? Math.max(1, options.references) : 1}
          files={draft.files[role] ?? []}
          onChange={(files) => onChange({ files: { ...draft.files, [role]: files } })}
        />
      ))}
      {draft.files.scene_image?.length ? (
        <Switch
          label="Edit this image as the prompt describes"
          checked={draft.edit}
          onChange={({ currentTarget }) => onChange({ edit: currentTarget.checked })}
        />
      ) : null}
    </>
  );
}
