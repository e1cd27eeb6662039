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
    <Page title="Uploads" lead="Files to use in your requests. Deleted automatically after 7 days.">
      {may && (
        <Panel title="Add files">
          <DropFiles onAdded={add} />
          <ImportForm onAdded={(upload) => add([upload])} />
        </Panel>
      )}
      {may && <OpenBoxes onAdded={add} />}
      {uploads.length === 0 ? (
        <EmptyState icon={<UploadIcon size={24} />} title="No uploads from this browser">
          Files you add appear here. Use their IDs in your requests' media fields. Uploads made with
          the API aren't listed.
        </EmptyState>
      ) : (
        <>
          <Text fz="sm" c="dimmed">
            Uploaded from this browser or received through an upload box. Uploads made with the API
            aren't listed.
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
    // Upload one file at a time, so that a refused file stops the rest and its error stays visible.
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
          <Text fz="sm">Drop images, videos or audio files, or click to choose</Text>
        </Group>
      </Dropzone>
      {upload.error && <ProblemNotice error={upload.error} />}
    </>
  );
}
