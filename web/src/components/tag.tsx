import { Badge, type MantineColor } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** Colour of the tag; by default, the theme colour. */
  readonly color?: MantineColor;
  readonly children: ReactNode;
}

/** A short label on a row or a card, such as a status. */
export function Tag({ color, children }: Props) {
  return (
    <Badge variant="light" tt="none" fw={600} miw="max-content" {...(color && { color })}>
      {children}
    </Badge>
  );
}
