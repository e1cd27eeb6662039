import { Group } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { SocialPost } from '../../api/contract';
import { LinkButton } from '../../components/link-button';
import { CancelPost } from './cancel-post';
import { DuplicateLink } from './duplicate-link';
import { isEditable } from './platforms';
import { closeDialogs } from './search';

/** Shows a post's actions. */
export function PostActions({ post }: { readonly post: SocialPost }) {
  const search = useSearch({ from: '/shell/social' });
  return (
    <Group gap="xs">
      <DuplicateLink id={post.id} />
      {isEditable(post) && (
        <>
          <LinkButton
            to="/social"
            search={{ ...closeDialogs(search), edit: post.id }}
            size="xs"
            variant="default"
          >
            Edit
          </LinkButton>
          <CancelPost id={post.id} />
        </>
      )}
    </Group>
  );
}
