/** Counters for commands: nobody reads those of a process that ends at once. */
export const UNCOUNTED = { generations: { inc: () => undefined } };
