import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

interface Props
  extends ButtonProps, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> {
  readonly ref?: Ref<HTMLAnchorElement>;
}

const AnchorButton = (props: Props) => <Button component="a" {...props} />;

/** A link to a page of ours that looks like a button; the router checks its address. */
export const LinkButton = createLink(AnchorButton);
