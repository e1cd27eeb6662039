import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { OpenUploadBox as Wish, UploadBox, UploadBoxList } from '../../../api/contract';
import { apiQueryKey } from '../../../api/queries';
import { request } from '../../../api/request';
import { ProblemNotice } from '../../../components/problem-notice';
import { createIdempotencyKey } from '../../../requests/idempotency';

type BoxFileKind = UploadBox['accept'][number];

const KINDS: readonly { readonly value: BoxFileKind; readonly label: string }[] = [
  { value: 'image', label: 'Images' },
  { value: 'video', label: 'Videos' },
  { value: 'audio', label: 'Audio' },
];

interface Props {
  readonly onDone: (box: UploadBox) => void;
  readonly onCancel: () => void;
}

function useOpenBox(onDone: Props['onDone']) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Wish) =>
      await request('POST /upload-boxes', { body, headers: createIdempotencyKey() }),
    onSuccess(box) {
      queries.setQueryData<UploadBoxList>(apiQueryKey('/upload-boxes'), (list) => ({
        object: 'list',
        next_cursor: null,
        data: [box, ...(list?.data ?? [])],
      }));
      onDone(box);
    },
  });
}

/** The form for a new upload box. */
export function OpenBox({ onDone, onCancel }: Props) {
  const [purpose, setPurpose] = useState('');
  const [kinds, setKinds] = useState<string[]>(KINDS.map(({ value }) => value));
  const open = useOpenBox(onDone);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const words = purpose.trim();
    open.mutate({ accept: kinds as BoxFileKind[], ...(words && { purpose: words }) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Textarea
          label="What do you need?"
          description="Shown on the upload page"
          placeholder="Three photos of your dog, one from each side"
          maxLength={300}
          autosize
          minRows={2}
          data-autofocus
          value={purpose}
          onChange={({ currentTarget }) => setPurpose(currentTarget.value)}
        />
        <Checkbox.Group label="Accepted files" value={kinds} onChange={setKinds}>
          <Group gap="lg" mt="xs">
            {KINDS.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Group>
        </Checkbox.Group>
        <Text fz="sm" c="dimmed">
          The box closes after 24 hours, or when you close it.
        </Text>
        {open.error && <ProblemNotice error={open.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={open.isPending} disabled={kinds.length === 0}>
            Create box
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
