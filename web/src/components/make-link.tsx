import type { ReactNode } from 'react';
import { mayChange, useSession } from '../session/session';
import { LinkButton } from './link-button';

interface Props {
  readonly leftSection?: ReactNode;
  readonly children: ReactNode;
}

/** A link to the playground; hidden from viewers. */
export function MakeLink({ leftSection, children }: Props) {
  if (!mayChange(useSession().role)) return null;
  return (
    <LinkButton to="/playground" leftSection={leftSection}>
      {children}
    </LinkButton>
  );
}
