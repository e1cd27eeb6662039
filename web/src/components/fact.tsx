import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly children: ReactNode;
}

/** A labelled value in a list of facts. */
export function Fact({ label, children }: Props) {
  return (
    <div>
      <Text fz="xs" c="dimmed" component="dt">
        {label}
      </Text>
      <Text fz="sm" component="dd" m={0} className="breakable">
        {children}
      </Text>
    </div>
  );
}
