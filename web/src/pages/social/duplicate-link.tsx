import { useSearch } from '@tanstack/react-router';
import { LinkButton } from '../../components/link-button';
import { closeDialogs } from './search';

/** Opens the form of a new post with the content of another post. */
export function DuplicateLink({ id }: { readonly id: string }) {
  const search = useSearch({ from: '/shell/social' });
  return (
    <LinkButton
      to="/social"
      search={{ ...closeDialogs(search), copy: id }}
      size="xs"
      variant="default"
    >
      Duplicate
    </LinkButton>
  );
}
