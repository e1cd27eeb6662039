import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/queries';
import { ProblemNotice } from '../../components/problem-notice';
import { formatCredits } from '../../format/numbers';
import { useCharacters } from '../../queries/use-characters';
import { describeSent } from './caption-groups';
import { ComposeFields } from './compose-fields';
import { toPosts, type PostDraft, type ResolvedDraft } from './post-draft';
import { PostPreview } from './post-preview';
import { createOrders, previewPosts, sendOrders, type PostOrder } from './send-posts';
import { SendReport } from './send-report';
import { useChosen } from './use-chosen';

interface Props {
  /** The draft that the form begins with. */
  readonly start: PostDraft;
  readonly onDone: () => void;
}

/** The form that creates a post, with a preview for each platform before the post is sent. */
export default function Compose({ start, onDone }: Props) {
  const [own, setOwn] = useState(start);
  const { draft, accounts } = useResolvedDraft(own);
  const isVideo = useChosen(draft.generations).some(({ type }) => type === 'video');
  const preview = useMutation({
    mutationFn: async (posts: NonNullable<ReturnType<typeof toPosts>>) => ({
      preview: await previewPosts(posts),
      // Created with the preview: a second click on the button repeats the same requests.
      orders: createOrders(posts),
    }),
  });
  const send = useSend(onDone);
  const posts = toPosts(draft);
  const change = (next: Partial<PostDraft>) => {
    setOwn({ ...own, ...next });
    // The draft has changed, so the preview no longer matches it.
    preview.reset();
    send.reset();
  };
  if (send.data) {
    const failed = send.data.filter(({ sent }) => !sent);
    return (
      <SendReport
        orders={send.data}
        isSending={send.isPending}
        onRetry={send.retry}
        onEdit={() => change({ platforms: failed.flatMap(({ post }) => post.platforms) })}
      />
    );
  }
  return (
    <Stack>
      <ComposeFields draft={draft} accounts={accounts} isVideo={isVideo} onChange={change} />
      {preview.data && (
        <PostPreview preview={preview.data.preview} generations={draft.generations} />
      )}
      {preview.error && <ProblemNotice error={preview.error} />}
      <Group justify="flex-end" gap="xs">
        <Button
          variant={preview.data ? 'default' : 'filled'}
          disabled={!posts}
          loading={preview.isPending}
          onClick={() => posts && preview.mutate(posts)}
        >
          Preview
        </Button>
        {preview.data && (
          <Button loading={send.isPending} onClick={() => send.start(preview.data.orders)}>
            {`${draft.time === '' ? 'Publish' : 'Schedule'} for ${formatCredits(preview.data.preview.credits)}`}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Completes a draft: the only character, and every connected platform of the character. */
function useResolvedDraft(own: PostDraft) {
  const { choices } = useCharacters();
  const character = own.character ?? (choices.length === 1 ? (choices[0]?.value ?? null) : null);
  const query = useQuery({
    ...apiQuery('/social/accounts', { query: { character_id: character ?? '' } }),
    enabled: character !== null,
  });
  const accounts = query.data?.data;
  const known = (accounts ?? []).map(({ platform }) => platform);
  // A copied post may have a platform whose account was disconnected.
  const platforms = own.platforms?.filter((one) => known.includes(one)) ?? known;
  const draft: ResolvedDraft = { ...own, character, platforms };
  return { draft, accounts };
}

/** Sends orders and keeps their results if at least one failed. */
function useSend(onDone: () => void) {
  const queries = useQueryClient();
  const [data, setData] = useState<readonly PostOrder[] | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: sendOrders,
    onSuccess: (orders) => {
      const sent = orders.flatMap((order) => (order.sent ? [order.sent.status] : []));
      if (sent.length < orders.length) return setData(orders);
      notifications.show({ message: describeSent(sent) });
      onDone();
    },
    onSettled: () => queries.invalidateQueries(),
  });
  const start = (orders: readonly PostOrder[]) => mutate(orders);
  return { data, isPending, start, retry: () => data && mutate(data), reset: () => setData(null) };
}
