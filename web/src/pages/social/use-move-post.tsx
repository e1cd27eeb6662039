import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, SocialPost } from '../../api/contract';
import { request } from '../../api/request';
import { formatMoment } from '../../format/times';
import { createIdempotencyKey } from '../../requests/idempotency';
import { readProblem } from '../../requests/problem';
import { getPostTime } from './platforms';

type PostList = Answer<'GET /social/posts'>;

/** A scheduled post and its new time. */
export interface Move {
  readonly post: SocialPost;
  readonly at: number;
}

const LISTS = { queryKey: ['/social/posts'] };
/** Long enough to read the notification and to find its button. */
const UNDO_MS = 10_000;

/** Returns a function that moves a post immediately, and back if the server refuses. */
export function useMovePost(): (move: Move) => void {
  const queries = useQueryClient();
  const show = (id: string, at: string | null) =>
    queries.setQueriesData<PostList>(LISTS, (list) => list && setTime(list, id, at));
  const { mutate } = useMutation({
    mutationFn: ({ post, at }: Move) =>
      request('PATCH /social/posts/{id}', {
        params: { id: post.id },
        body: { scheduled_at: new Date(at).toISOString() },
        headers: createIdempotencyKey(),
      }),
    onMutate: async ({ post, at }) => {
      await queries.cancelQueries(LISTS);
      show(post.id, new Date(at).toISOString());
    },
    onError: (error, { post }) => {
      show(post.id, post.scheduled_at);
      notifications.show({
        color: 'red',
        title: 'The post keeps its time',
        message: readProblem(error).message,
      });
    },
    onSuccess: (moved, { post, at }) => {
      const id = `move ${post.id}`;
      const undo = () => {
        notifications.hide(id);
        mutate({ post: moved, at: getPostTime(post) });
      };
      notifications.hide(id);
      notifications.show({
        id,
        autoClose: UNDO_MS,
        message: <MoveNotice at={at} onUndo={undo} />,
      });
    },
    onSettled: () => queries.invalidateQueries(),
  });
  return mutate;
}

const setTime = (list: PostList, id: string, at: string | null): PostList => ({
  ...list,
  data: list.data.map((one) => (one.id === id ? { ...one, scheduled_at: at } : one)),
});

function MoveNotice({ at, onUndo }: { readonly at: number; readonly onUndo: () => void }) {
  return (
    <Group justify="space-between" gap="xs">
      <Text fz="sm">Post moved to {formatMoment(at)}.</Text>
      <Button size="compact-sm" variant="default" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  );
}
