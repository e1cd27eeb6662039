import { Badge } from '@mantine/core';
import type { GenerationStatus } from '../api';

const COLORS: Record<GenerationStatus, string> = {
  queued: 'gray',
  processing: 'blue',
  completed: 'teal',
  failed: 'red',
  cancelled: 'gray',
};

export function StatusBadge({ status }: { readonly status: GenerationStatus }) {
  return (
    <Badge color={COLORS[status]} variant="light" size="md" tt="none" fw={600}>
      {status}
    </Badge>
  );
}
