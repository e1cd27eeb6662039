import { Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SocialPost } from '../../api/contract';
import { request } from '../../api/request';
import { DialogForm } from '../../components/dialog-form';
import { createIdempotencyKey } from '../../requests/idempotency';
import { CancelPost } from './cancel-post';
import { CaptionField } from './caption-fields';
import { DuplicateLink } from './duplicate-link';
import { parseLocalTime, toLocalTime } from './local-time';
import { getPostTime } from './platforms';
import { useChosen } from './use-chosen';

interface Props {
  readonly post: SocialPost;
  readonly onDone: () => void;
}

/** The form that changes a scheduled post, or cancels it. */
export default function EditPost({ post, onDone }: Props) {
  const [caption, setCaption] = useState(post.caption ?? '');
  const before = toLocalTime(getPostTime(post));
  const [time, setTime] = useState(before);
  const isVideo = useChosen(post.generation_ids).some(({ type }) => type === 'video');
  const save = async () => {
    await request('PATCH /social/posts/{id}', {
      params: { id: post.id },
      body: {
        caption: caption === '' ? null : caption,
        ...(time !== before && { scheduled_at: parseLocalTime(time) }),
      },
      headers: createIdempotencyKey(),
    });
    onDone();
  };
  return (
    <Stack>
      <Group gap="xs">
        <DuplicateLink id={post.id} />
        <CancelPost id={post.id} onDone={onDone} />
      </Group>
      <DialogForm label="Save" act={save} onCancel={onDone} keep="Close">
        <CaptionField
          label="Caption"
          caption={caption}
          platforms={post.platforms}
          isVideo={isVideo}
          onChange={setCaption}
        />
        <TextInput
          label="Time"
          description="In your time zone, at least 5 minutes ahead"
          type="datetime-local"
          required
          value={time}
          onChange={({ currentTarget }) => setTime(currentTarget.value)}
        />
      </DialogForm>
    </Stack>
  );
}
