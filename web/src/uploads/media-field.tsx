import { ActionIcon, Badge, Group, Image, Input, Loader, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { useMutation } from '@tanstack/react-query';
import { CloseIcon, UploadIcon } from '../components/icons';
import { ProblemNotice } from '../components/problem-notice';
import { uploadFile } from './upload-file';

/** An uploaded file in a form. */
export interface UploadedFile {
  /** The upload's id, or a result's URL. */
  readonly id: string;
  readonly name: string;
  /** The image's URL; null if the file is not an image. */
  readonly preview: string | null;
}

interface Props {
  readonly label: string;
  readonly description: string;
  /** Accepted media types, such as `image/*`. */
  readonly accept: string;
  readonly max: number;
  readonly files: readonly UploadedFile[];
  readonly onChange: (files: readonly UploadedFile[]) => void;
}

/** A drop zone. Files are uploaded immediately, and the request refers to them by id. */
export function MediaField({ label, description, accept, max, files, onChange }: Props) {
  const upload = useMutation({
    mutationFn: (chosen: readonly File[]) => Promise.all(chosen.map(uploadFile)),
    onSuccess: (uploaded, chosen) =>
      onChange(
        [
          ...files,
          ...uploaded.map(({ id, url }, at) => ({
            id,
            name: chosen[at]?.name ?? id,
            preview: chosen[at]?.type.startsWith('image/') ? url : null,
          })),
        ].slice(-max),
      ),
  });
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <Group gap="xs" mt={6} align="stretch">
        {files.map((file) => (
          <Chosen
            key={file.id}
            file={file}
            onRemove={() => onChange(files.filter(({ id }) => id !== file.id))}
          />
        ))}
        {files.length < max && (
          <Dropzone
            onDrop={(chosen) => upload.mutate(chosen.slice(0, max - files.length))}
            accept={[accept]}
            multiple={max > 1}
            disabled={upload.isPending}
            p="xs"
            flex={1}
            miw={130}
            radius="md"
            inputProps={{ 'aria-label': label }}
          >
            <Group gap={6} justify="center" h="100%" wrap="nowrap" c="dimmed">
              {upload.isPending ? <Loader size="xs" /> : <UploadIcon size={16} />}
              <Text fz="xs">{upload.isPending ? 'Uploading…' : 'Drop or choose a file'}</Text>
            </Group>
          </Dropzone>
        )}
      </Group>
      {upload.error && <ProblemNotice error={upload.error} />}
    </Input.Wrapper>
  );
}

interface ChosenProps {
  readonly file: UploadedFile;
  readonly onRemove: () => void;
}

function Chosen({ file: { name, preview }, onRemove }: ChosenProps) {
  return (
    <Group gap={4} wrap="nowrap">
      {preview ? (
        <Image src={preview} alt={name} w={52} h={52} radius="md" fit="cover" />
      ) : (
        <Badge variant="light" tt="none" maw={180}>
          {name}
        </Badge>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={onRemove}>
        <CloseIcon size={14} />
      </ActionIcon>
    </Group>
  );
}
