import type { Generation } from '../api/contract';

/** Returns whether the generation has not ended yet. */
export const isOpen = ({ status }: Pick<Generation, 'status'>): boolean =>
  status === 'queued' || status === 'processing';
