import { Button, Card, Center, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Upload } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { Id } from '../../components/id';
import { UploadIcon } from '../../components/icons';
import { UntilMoment } from '../../components/moment';
import { ProblemNotice } from '../../components/problem-notice';
import { Tag } from '../../components/tag';
import { formatBytes } from '../../format/numbers';
import { readProblem } from '../../requests/problem';
import type { OwnUpload } from './use-own-uploads';

const POLL_MS = 3_000;

interface Props {
  readonly own: OwnUpload;
  /** Removes the upload from this browser's list. */
  readonly onForget: () => void;
}

/** Shows an uploaded file and when it expires. */
export function UploadCard({ own: { id, name }, onForget }: Props) {
  const upload = useQuery({
    ...apiQuery('/uploads/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? POLL_MS : false),
  });
  const isGone = upload.error !== null && readProblem(upload.error).code === 'NOT_FOUND';
  return (
    <Card withBorder radius="lg" padding="md" component="article" aria-label={name}>
      <Card.Section>
        {upload.data ? (
          <Preview upload={upload.data} name={name} />
        ) : (
          <Placeholder upload={upload} />
        )}
      </Card.Section>
      <Stack gap={6} mt="md" h="100%">
        <Text fw={600} truncate title={name}>
          {name}
        </Text>
        {upload.data && <Facts upload={upload.data} />}
        {isGone && (
          <Text fz="sm" c="dimmed">
            This file was deleted after 7 days.
          </Text>
        )}
        {upload.error && !isGone && <ProblemNotice error={upload.error} />}
        <Id value={id} />
        <Button size="xs" variant="subtle" color="gray" mt="auto" onClick={onForget}>
          Remove from list
        </Button>
      </Stack>
    </Card>
  );
}

function Facts({ upload }: { readonly upload: Upload }) {
  const { content_type: type, size, status, expires_at: expires } = upload;
  return (
    <>
      <Group gap="xs">
        <Tag color={status === 'ready' ? 'teal' : 'blue'}>{status}</Tag>
        <Text fz="sm" c="dimmed" className="number">
          {size === null ? type : `${type}, ${formatBytes(size)}`}
        </Text>
      </Group>
      <Text fz="xs" c="dimmed">
        Expires <UntilMoment at={expires} />
      </Text>
    </>
  );
}

const HEIGHT = 160;

function Placeholder({ upload }: { readonly upload: { readonly isPending: boolean } }) {
  if (upload.isPending) return <Skeleton h={HEIGHT} radius={0} />;
  return (
    <Center h={HEIGHT} c="dimmed">
      <UploadIcon size={28} />
    </Center>
  );
}

function Preview({ upload, name }: { readonly upload: Upload; readonly name: string }) {
  const { kind, url, status } = upload;
  if (status !== 'ready') return <Placeholder upload={{ isPending: false }} />;
  if (kind === 'image') return <img src={url} alt={name} className="upload-preview" />;
  if (kind === 'video') {
    return <video src={url} controls preload="metadata" className="upload-preview" />;
  }
  return (
    <Center h={HEIGHT} px="md">
      <audio src={url} controls preload="none" className="sample" aria-label={name} />
    </Center>
  );
}
