import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { cancelSocialPost, updateSocialPost, type SocialPost } from '../../api';
import { Dialog } from '../../components/dialog';
import { ConfirmButton } from '../../components/confirm-button';
import { ProblemNotice } from '../../components/problem-notice';
import { newIdempotencyKey } from '../../lib/idempotency';
import { fromLocalTime, toLocalTime } from './local-time';
import { timeOf } from './platforms';

/** What can still be done with a post that waits for its time. */
export function PostActions({ post }: { readonly post: SocialPost }) {
  const [isEditing, editing] = useDisclosure();
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={editing.open}>
        Change
      </Button>
      <ConfirmButton
        size="xs"
        variant="light"
        label="Cancel the post"
        title="Cancel the post?"
        keep="Keep it"
        act={() =>
          cancelSocialPost({
            path: { id: post.id },
            headers: newIdempotencyKey(),
            throwOnError: true,
          })
        }
      >
        It is published nowhere, and its credits are refunded.
      </ConfirmButton>
      <Dialog opened={isEditing} onClose={editing.close} title="Change the post" centered>
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
  const queries = useQueryClient();
  const [caption, setCaption] = useState(post.caption ?? '');
  const before = toLocalTime(timeOf(post));
  const [time, setTime] = useState(before);
  const change = useMutation({
    mutationFn: () =>
      updateSocialPost({
        path: { id: post.id },
        body: {
          caption: caption === '' ? null : caption,
          ...(time !== before && { scheduled_at: fromLocalTime(time) }),
        },
        headers: newIdempotencyKey(),
        throwOnError: true,
      }),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries(),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
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
        {change.error && <ProblemNotice error={change.error} />}
        <Button type="submit" loading={change.isPending}>
          Save
        </Button>
      </Stack>
    </form>
  );
}
