import { ActionIcon, Badge, Button, Group, Image, Input, Loader, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, type ClipboardEvent, type ReactNode } from 'react';
import { Dialog } from '../components/dialog';
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
  readonly required?: boolean;
  /** A problem of the file that the server has found. */
  readonly error?: ReactNode;
  readonly files: readonly UploadedFile[];
  readonly onChange: (files: readonly UploadedFile[]) => void;
}

const TYPES = { 'image/*': 'image', 'video/*': 'video' } as const;

/** Loaded when a picker first opens. */
const MediaPicker = lazy(() => import('./media-picker'));

/**
 * A drop zone, which also takes pasted files, results of the library and URLs. Files are uploaded
 * immediately, and the request refers to them by id.
 */
export function MediaField({ accept, max, files, onChange, ...frame }: Props) {
  const { label } = frame;
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
  const send = (chosen: readonly File[]) => upload.mutate(chosen.slice(0, max - files.length));
  const paste = (event: ClipboardEvent) => {
    const kind = accept.replace('*', '');
    const pasted = [...event.clipboardData.files].filter(({ type }) => type.startsWith(kind));
    if (pasted.length === 0 || files.length >= max) return;
    event.preventDefault();
    send(pasted);
  };
  return (
    <Input.Wrapper {...frame} labelElement="div" onPaste={paste}>
      <Group gap="xs" mt={6} align="stretch">
        {files.map((file) => (
          <Chosen
            key={file.id}
            file={file}
            onRemove={() => onChange(files.filter(({ id }) => id !== file.id))}
          />
        ))}
        {files.length < max && (
          <DropArea
            label={label}
            accept={accept}
            isMany={max > 1}
            isBusy={upload.isPending}
            onDrop={send}
          />
        )}
        {files.length < max && (
          <PickButton
            label={label}
            accept={accept}
            max={max - files.length}
            onChoose={(chosen) => {
              const others = files.filter(({ id }) => chosen.every((one) => one.id !== id));
              onChange([...others, ...chosen].slice(-max));
            }}
          />
        )}
      </Group>
      {upload.error && <ProblemNotice error={upload.error} />}
    </Input.Wrapper>
  );
}

interface DropProps extends Pick<Props, 'label' | 'accept'> {
  readonly isMany: boolean;
  readonly isBusy: boolean;
  readonly onDrop: (files: readonly File[]) => void;
}

function DropArea({ label, accept, isMany, isBusy, onDrop }: DropProps) {
  return (
    <Dropzone
      onDrop={onDrop}
      accept={[accept]}
      multiple={isMany}
      disabled={isBusy}
      p="xs"
      flex={1}
      miw={130}
      radius="md"
      inputProps={{ 'aria-label': label }}
    >
      <Group gap={6} justify="center" h="100%" wrap="nowrap" c="dimmed">
        {isBusy ? <Loader size="xs" /> : <UploadIcon size={16} />}
        <Text fz="xs">{isBusy ? 'Uploading…' : 'Drop, paste or choose a file'}</Text>
      </Group>
    </Dropzone>
  );
}

interface PickProps extends Pick<Props, 'label' | 'accept' | 'max'> {
  readonly onChoose: (files: readonly UploadedFile[]) => void;
}

/** Opens the picker of a field. */
function PickButton({ label, accept, max, onChoose }: PickProps) {
  const [isOpen, { open, close }] = useDisclosure();
  const type = TYPES[accept as keyof typeof TYPES] ?? null;
  const text = type ? 'Library or URL' : 'URL';
  const choose = (files: readonly UploadedFile[]) => {
    close();
    onChoose(files);
  };
  return (
    <>
      <Button variant="default" size="xs" h="auto" onClick={open} aria-label={`${text}: ${label}`}>
        {text}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={label} size="lg" centered>
        <Suspense fallback={<Loader size="sm" />}>
          <MediaPicker type={type} max={max} onChoose={choose} />
        </Suspense>
      </Dialog>
    </>
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
