import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

interface Props
  extends ButtonProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> {
  readonly ref?: Ref<HTMLAnchorElement>;
}

const AnchorButton = (props: Props) => <Button component="a" {...props} />;

/** A link to a dashboard page, styled as a button; the router checks its path. */
export const LinkButton = createLink(AnchorButton);
