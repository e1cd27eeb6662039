import { Anchor, Button, Flex, Group, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { UploadBox } from '../../../api/contract';
import { Moment, UntilMoment } from '../../../components/moment';
import { Tag } from '../../../components/tag';
import { formatBytes } from '../../../format/numbers';
import { BoxCode } from './box-code';
import { CloseBox } from './close-box';
import { countTaken, KIND_NAMES, useBoxFiles } from './box-files';

/** Shows an upload box's link, QR code and files. */
export function BoxDetails({ box }: { readonly box: UploadBox }) {
  const { copy, copied } = useClipboard({ timeout: 1_500 });
  return (
    <Stack>
      <Flex
        gap="lg"
        direction={{ base: 'column', xs: 'row' }}
        align={{ base: 'center', xs: 'flex-start' }}
      >
        <BoxCode box={box} />
        <Stack gap="sm" flex={1} miw={0} w="100%">
          <Text fz="sm">Share this link, or scan the QR code with a phone.</Text>
          <Anchor href={box.url} target="_blank" rel="noreferrer" fz="sm" className="breakable">
            {box.url}
          </Anchor>
          <Group gap="xs">
            <Button size="xs" onClick={() => copy(box.url)}>
              {copied ? 'Copied' : 'Copy link'}
            </Button>
            <CloseBox box={box} />
          </Group>
          <Text fz="sm" c="dimmed">
            Anyone with the link can add files, but no one can view files with it.
          </Text>
          <Text fz="sm" c="dimmed">
            {box.files_left} of {box.files_max} files left. Closes{' '}
            <UntilMoment at={box.expires_at} />
          </Text>
        </Stack>
      </Flex>
      <Files box={box} />
    </Stack>
  );
}

function Files({ box }: { readonly box: UploadBox }) {
  const files = useBoxFiles(box, true).data?.data ?? [];
  if (files.length === 0) {
    return (
      <Text fz="sm" c="dimmed">
        {countTaken(box) === 0
          ? 'No files yet. They appear here as people add them.'
          : 'No files yet. An upload was started but not finished.'}
      </Text>
    );
  }
  return (
    <Stack gap={6} component="ul" p={0} m={0} aria-label="Files in the box" className="plain-list">
      {files.map((file) => (
        <Group key={file.id} component="li" gap="sm" justify="space-between">
          <Text fz="sm">
            {KIND_NAMES[file.kind]}
            {file.size !== null && `, ${formatBytes(file.size)}`}, <Moment at={file.created_at} />
          </Text>
          <Tag color={file.status === 'ready' ? 'teal' : 'blue'}>
            {file.status === 'ready' ? 'received' : 'uploading'}
          </Tag>
        </Group>
      ))}
    </Stack>
  );
}
