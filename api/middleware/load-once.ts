import { loadAgain } from './load-again.js';

/**
 * Returns a function that loads a value on the first call and shares it. A failed load is not
 * cached: the next call tries again.
 */
export const loadOnce = <T>(load: () => Promise<T>): (() => Promise<T>) =>
  loadAgain(load, Infinity);
