import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state';
import { ShieldIcon } from './icons';

interface Props {
  readonly title: string;
  /** Explains who can grant access. */
  readonly children: ReactNode;
}

/** Replaces a page that the user may not see. Requests no data. */
export function NotForRole({ title, children }: Props) {
  useDocumentTitle(`${title} · Media platform`);
  return (
    <EmptyState level={1} icon={<ShieldIcon size={24} />} title={title}>
      {children}
    </EmptyState>
  );
}
