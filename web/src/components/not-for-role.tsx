import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state';
import { ShieldIcon } from './icons';

interface Props {
  readonly title: string;
  /** Who can do something about it. */
  readonly children: ReactNode;
}

/** In the place of a page that somebody may not see. Nothing of it was asked for. */
export function NotForRole({ title, children }: Props) {
  useDocumentTitle(`${title} · Media platform`);
  return (
    <EmptyState level={1} icon={<ShieldIcon size={24} />} title={title}>
      {children}
    </EmptyState>
  );
}
