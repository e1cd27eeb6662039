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
  description: 'Whose identity is kept, without saving a character.',
  accept: 'image/*',
};
const REFERENCES: Field = {
  role: 'reference_images',
  label: 'References',
  description: 'Call them @ref1, @ref2 … in the prompt.',
  accept: 'image/*',
};
const OF_IMAGES: readonly Field[] = [
  {
    role: 'scene_image',
    label: 'Scene',
    description: 'Pose, framing, setting and light; or the picture to edit.',
    accept: 'image/*',
  },
  FACE,
  REFERENCES,
];
const OF_VIDEOS: readonly Field[] = [
  {
    role: 'start_frame',
    label: 'First frame',
    description: 'The clip begins with exactly this picture.',
    accept: 'image/*',
  },
  FACE,
  REFERENCES,
  {
    role: 'narration_audio',
    label: 'Narration',
    description: 'A voice-over, for models that use one.',
    accept: 'audio/*',
  },
];
const MOTION: Field = {
  role: 'motion_video',
  label: 'Motion clip',
  description: '1 to 30 seconds, whose movement is transferred.',
  accept: 'video/*',
};

interface Props {
  readonly draft: Draft;
  readonly options: Options;
  readonly onChange: (next: Partial<Draft>) => void;
}

/** The media that the chosen model takes. */
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
          label="Edit the scene itself, as the prompt says"
          checked={draft.edit}
          onChange={({ currentTarget }) => onChange({ edit: currentTarget.checked })}
        />
      ) : null}
    </>
  );
}
