import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { SocialPost } from '../../api/contract';
import { apiQuery } from '../../api/queries';
import { Dialog } from '../../components/dialog';
import { ProblemNotice } from '../../components/problem-notice';
import { useCharacters } from '../../queries/use-characters';
import { mayChange, useSession } from '../../session/session';
import { isEditable } from './platforms';
import { PostCard } from './post-card';

const EditPost = lazy(() => import('./edit-post'));
const WAIT = <Skeleton h={240} radius="lg" />;

interface Props {
  /** The post's id; undefined while the dialog is closed. */
  readonly id: string | undefined;
  readonly onClose: () => void;
}

/** The dialog for a post: a form while the post can change, otherwise its results. */
export function EditDialog({ id, onClose }: Props) {
  const may = mayChange(useSession().role);
  const { nameOf } = useCharacters();
  const { data, error } = useQuery({
    ...apiQuery('/social/posts/{id}', { params: { id: id ?? '' } }),
    enabled: id !== undefined,
  });
  const canEdit = may && data !== undefined && isEditable(data);
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      title={canEdit ? 'Edit post' : 'Post'}
      size="lg"
      centered
    >
      {error && <ProblemNotice error={error} />}
      {!error && (
        <Suspense fallback={WAIT}>
          <Content post={data} canEdit={canEdit} nameOf={nameOf} onClose={onClose} />
        </Suspense>
      )}
    </Dialog>
  );
}

interface ContentProps {
  readonly post: SocialPost | undefined;
  readonly canEdit: boolean;
  readonly nameOf: (character: string) => string;
  readonly onClose: () => void;
}

function Content({ post, canEdit, nameOf, onClose }: ContentProps) {
  if (!post) return WAIT;
  if (canEdit) return <EditPost key={post.id} post={post} onDone={onClose} />;
  return <PostCard post={post} character={nameOf(post.character_id)} />;
}
