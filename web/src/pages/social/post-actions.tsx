import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { SocialPost } from '../../api/contract';
import { request } from '../../api/request';
import { Dialog } from '../../components/dialog';
import { DialogForm } from '../../components/dialog-form';
import { ConfirmButton } from '../../components/confirm-button';
import { createIdempotencyKey } from '../../requests/idempotency';
import { parseLocalTime, toLocalTime } from './local-time';
import { getPostTime } from './platforms';

/** Shows a scheduled post's actions. */
export function PostActions({ post }: { readonly post: SocialPost }) {
  const [isEditing, editing] = useDisclosure();
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={editing.open}>
        Edit
      </Button>
      <ConfirmButton
        size="xs"
        variant="light"
        label="Cancel post"
        title="Cancel post?"
        keep="Keep post"
        act={() =>
          request('POST /social/posts/{id}/cancel', {
            params: { id: post.id },
            headers: createIdempotencyKey(),
          })
        }
      >
        The post won't be published, and its credits will be refunded.
      </ConfirmButton>
      <Dialog opened={isEditing} onClose={editing.close} title="Edit post" centered>
        <Change post={post} onDone={editing.close} />
      </Dialog>
    </Group>
  );
}

interface Props {
  readonly post: SocialPost;
  readonly onDone: () => void;
}

function Change({ post, onDone }: Props) {
  const [caption, setCaption] = useState(post.caption ?? '');
  const before = toLocalTime(getPostTime(post));
  const [time, setTime] = useState(before);
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
    <DialogForm label="Save" act={save} onCancel={onDone}>
      <Textarea
        label="Caption"
        autosize
        minRows={3}
        maxRows={10}
        value={caption}
        onChange={({ currentTarget }) => setCaption(currentTarget.value)}
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
  );
}
