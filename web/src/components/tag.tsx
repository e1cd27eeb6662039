import { Badge, type MantineColor } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** Left out: that of the theme. */
  readonly color?: MantineColor;
  readonly children: ReactNode;
}

/** A word or two about a row or a card, such as how it stands. */
export function Tag({ color, children }: Props) {
  return (
    <Badge variant="light" tt="none" fw={600} miw="max-content" {...(color && { color })}>
      {children}
    </Badge>
  );
}
