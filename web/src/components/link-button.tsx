import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import { mayChange, useSession } from '../session/session';

interface Props
  extends ButtonProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> {
  readonly ref?: Ref<HTMLAnchorElement>;
}

const AnchorButton = (props: Props) => <Button component="a" {...props} />;

/** A link to a dashboard page, styled as a button; the router checks its path. */
export const LinkButton = createLink(AnchorButton);

interface MakeLinkProps {
  readonly leftSection?: ReactNode;
  readonly children: ReactNode;
}

/** A link to the playground; hidden from viewers. */
export function MakeLink({ leftSection, children }: MakeLinkProps) {
  if (!mayChange(useSession().role)) return null;
  return (
    <LinkButton to="/playground" leftSection={leftSection}>
      {children}
    </LinkButton>
  );
}
