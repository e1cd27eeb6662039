import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { apiQuery } from '../../api/queries';
import { Dialog } from '../../components/dialog';
import { ProblemNotice } from '../../components/problem-notice';
import { copyPost, EMPTY_POST } from './post-draft';
import type { SocialSearch } from './search';

const Compose = lazy(() => import('./compose'));
const WAIT = <Skeleton h={300} radius="lg" />;

interface Props {
  readonly isOpen: boolean;
  readonly search: SocialSearch;
  readonly onClose: () => void;
}

/** The dialog for a new post, which begins with what the URL names. */
export function Composer({ isOpen, search, onClose }: Props) {
  const { post, at, copy } = search;
  const generations = post ? [post] : [];
  return (
    <Dialog opened={isOpen} onClose={onClose} title="New post" size="xl">
      <Suspense fallback={WAIT}>
        {copy ? (
          <Copy id={copy} onDone={onClose} />
        ) : (
          <Compose start={{ ...EMPTY_POST, generations, time: at ?? '' }} onDone={onClose} />
        )}
      </Suspense>
    </Dialog>
  );
}

function Copy({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const { data, error } = useQuery(apiQuery('/social/posts/{id}', { params: { id } }));
  if (error) return <ProblemNotice error={error} />;
  return data ? <Compose start={copyPost(data)} onDone={onDone} /> : WAIT;
}
