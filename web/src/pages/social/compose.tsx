import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreateSocialPost } from '../../api/contract';
import { request } from '../../api/request';
import { ProblemNotice } from '../../components/problem-notice';
import { formatCredits } from '../../format/numbers';
import { createIdempotencyKey } from '../../requests/idempotency';
import { ComposeFields } from './compose-fields';
import { EMPTY_POST, toPost, type PostDraft } from './post-draft';
import { PostPreview } from './post-preview';

interface Props {
  /** The generation to post, if the user came from it. */
  readonly generationId?: string | undefined;
  readonly onDone: () => void;
}

/** The form that creates a post, with a preview for each platform before the post is sent. */
export function Compose({ generationId, onDone }: Props) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<PostDraft>({
    ...EMPTY_POST,
    generations: generationId ? [generationId] : [],
  });
  const preview = useMutation({ mutationFn: previewPost });
  const send = useMutation({
    mutationFn: sendPost,
    onSuccess: ({ status }) => {
      notifications.show({
        message:
          status === 'scheduled'
            ? 'Post scheduled.'
            : `Post ${status === 'partial' ? 'partially published' : status}.`,
      });
      onDone();
    },
    onSettled: () => queries.invalidateQueries(),
  });
  const post = toPost(draft);
  const change = (next: Partial<PostDraft>) => {
    setDraft({ ...draft, ...next });
    // The draft has changed, so the preview no longer matches it.
    preview.reset();
    send.reset();
  };
  return (
    <Stack>
      <ComposeFields draft={draft} onChange={change} />
      {preview.data && <PostPreview preview={preview.data} />}
      {(preview.error ?? send.error) && <ProblemNotice error={preview.error ?? send.error} />}
      <Group justify="flex-end" gap="xs">
        <Button
          variant={preview.data ? 'default' : 'filled'}
          disabled={!post}
          loading={preview.isPending}
          onClick={() => post && preview.mutate(post)}
        >
          Preview
        </Button>
        {preview.data && (
          <Button loading={send.isPending} onClick={() => post && send.mutate(post)}>
            {`${draft.time === '' ? 'Publish' : 'Schedule'} for ${formatCredits(preview.data.credits)}`}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

async function previewPost(post: CreateSocialPost) {
  const headers = createIdempotencyKey();
  const body = { ...post, dry_run: true };
  const data = await request('POST /social/posts', { body, headers });
  if (data.object !== 'social_post_preview') throw new Error('a dry run returned a post');
  return data;
}

async function sendPost(post: CreateSocialPost) {
  const headers = createIdempotencyKey();
  const data = await request('POST /social/posts', { body: post, headers });
  if (data.object !== 'social_post') throw new Error('a post request returned a preview');
  return data;
}
