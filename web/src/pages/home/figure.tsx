import { Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../components/panel';

interface Props {
  readonly title: string;
  /** The main number; undefined while it loads. */
  readonly value: string | undefined;
  readonly children: ReactNode;
}

/** A large number with details below it. */
export function Figure({ title, value, children }: Props) {
  return (
    <Panel title={title} h="100%">
      <Stack gap={6}>
        {value === undefined ? (
          <Skeleton h={38} w={110} />
        ) : (
          <Text fz={32} fw={650} lh={1.2} className="number">
            {value}
          </Text>
        )}
        {children}
      </Stack>
    </Panel>
  );
}
