/** Width and height of what the model looks at. */
export const SIDE_PX = 224;

/** What the thread says to the pixels of one picture: 224 rows of 224 times red, green, blue. */
export type Answer =
  /** By class, in the order of `CLASSES`. */
  { readonly probabilities: readonly number[] } | { readonly failure: string };
