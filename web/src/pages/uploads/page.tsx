import { Group, SimpleGrid, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { useMutation } from '@tanstack/react-query';
import { EmptyState } from '../../components/empty-state';
import { UploadIcon } from '../../components/icons';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { ProblemNotice } from '../../components/problem-notice';
import { mayChange, useSession } from '../../session/session';
import { uploadFile } from '../../uploads/upload-file';
import { OpenBoxes } from './boxes/open-boxes';
import { ImportForm } from './import-form';
import { UploadCard } from './upload-card';
import { useOwnUploads, type OwnUpload } from './use-own-uploads';

export function UploadsPage() {
  const may = mayChange(useSession().role);
  const { uploads, add, forget } = useOwnUploads();
  return (
    <Page
      title="Uploads"
      lead="Files for the media fields of requests. Each is kept for 7 days, then removed by itself."
    >
      {may && (
        <Panel title="Add files">
          <DropFiles onAdded={add} />
          <ImportForm onAdded={(upload) => add([upload])} />
        </Panel>
      )}
      {may && <OpenBoxes onAdded={add} />}
      {uploads.length === 0 ? (
        <EmptyState icon={<UploadIcon size={24} />} title="Nothing uploaded from this browser">
          Drop a picture, a clip or a recording above, then give its id to any media field. Files
          that programs upload are not listed here.
        </EmptyState>
      ) : (
        <>
          <Text fz="sm" c="dimmed">
            Uploaded from this browser, or come through a box. Files that programs upload are not
            listed here.
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }}>
            {uploads.map((upload) => (
              <UploadCard key={upload.id} own={upload} onForget={() => forget(upload.id)} />
            ))}
          </SimpleGrid>
        </>
      )}
    </Page>
  );
}

interface DropProps {
  readonly onAdded: (uploads: readonly OwnUpload[]) => void;
}

function DropFiles({ onAdded }: DropProps) {
  const upload = useMutation({
    mutationFn: async (file: File) => ({ ...(await uploadFile(file)), name: file.name }),
    onSuccess: ({ id, name }) => onAdded([{ id, name }]),
  });
  const send = async (files: readonly File[]) => {
    // One after the other, so that one that is refused stops the rest where it can be seen.
    for (const file of files) await upload.mutateAsync(file);
  };
  return (
    <>
      <Dropzone
        onDrop={(files) => void send(files).catch(() => undefined)}
        accept={['image/*', 'video/*', 'audio/*']}
        loading={upload.isPending}
        radius="md"
        inputProps={{ 'aria-label': 'Files' }}
      >
        <Group justify="center" gap="sm" mih={96} c="dimmed">
          <UploadIcon size={22} />
          <Text fz="sm">Drop pictures, clips or recordings, or choose them</Text>
        </Group>
      </Dropzone>
      {upload.error && <ProblemNotice error={upload.error} />}
    </>
  );
}
