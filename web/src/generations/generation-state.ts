import type { Generation } from '../api/contract';

/** Whether it is still under way. */
export const isOpen = ({ status }: Pick<Generation, 'status'>): boolean =>
  status === 'queued' || status === 'processing';
