import type { GenerationStatus } from '../api/contract';
import { Tag } from './tag';

const COLORS: Record<GenerationStatus, string> = {
  queued: 'gray',
  processing: 'blue',
  completed: 'teal',
  failed: 'red',
  cancelled: 'gray',
};

export function StatusBadge({ status }: { readonly status: GenerationStatus }) {
  return <Tag color={COLORS[status]}>{status}</Tag>;
}
