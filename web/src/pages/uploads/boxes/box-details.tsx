import { Anchor, Button, Flex, Group, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { Upload, UploadBox } from '../../../api/contract';
import { Moment, UntilMoment } from '../../../components/moment';
import { Tag } from '../../../components/tag';
import { formatBytes } from '../../../format/numbers';
import { BoxCode } from './box-code';
import { CloseBox } from './close-box';
import { countTaken } from './count-taken';
import { useBoxFiles } from './use-box-files';

/** The address of a box, for people and for cameras, and what has come. */
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
          <Text fz="sm">Send this address, or let a phone look at the square.</Text>
          <Anchor href={box.url} target="_blank" rel="noreferrer" fz="sm" className="breakable">
            {box.url}
          </Anchor>
          <Group gap="xs">
            <Button size="xs" onClick={() => copy(box.url)}>
              {copied ? 'Copied' : 'Copy address'}
            </Button>
            <CloseBox box={box} />
          </Group>
          <Text fz="sm" c="dimmed">
            Whoever has it may add files, and see none of them.
          </Text>
          <Text fz="sm" c="dimmed">
            Room for {box.files_left} of {box.files_max} files. Closes{' '}
            <UntilMoment at={box.expires_at} />
          </Text>
        </Stack>
      </Flex>
      <Files box={box} />
    </Stack>
  );
}

const KINDS: Readonly<Record<Upload['kind'], string>> = {
  image: 'Picture',
  video: 'Video',
  audio: 'Sound recording',
};

function Files({ box }: { readonly box: UploadBox }) {
  const files = useBoxFiles(box, true).data?.data ?? [];
  if (files.length === 0) {
    return (
      <Text fz="sm" c="dimmed">
        {countTaken(box) === 0
          ? 'Nothing has come yet. Files appear here by themselves.'
          : 'No file is here. One that was begun did not come to its end.'}
      </Text>
    );
  }
  return (
    <Stack gap={6} component="ul" p={0} m={0} aria-label="Files of the box" className="plain-list">
      {files.map((file) => (
        <Group key={file.id} component="li" gap="sm" justify="space-between">
          <Text fz="sm">
            {KINDS[file.kind]}
            {file.size !== null && `, ${formatBytes(file.size)}`}, <Moment at={file.created_at} />
          </Text>
          <Tag color={file.status === 'ready' ? 'teal' : 'blue'}>
            {file.status === 'ready' ? 'arrived' : 'on its way'}
          </Tag>
        </Group>
      ))}
    </Stack>
  );
}
