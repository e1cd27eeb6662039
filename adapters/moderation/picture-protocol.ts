/** Width and height of the pictures that the model takes. */
export const SIDE_PX = 224;

/** The answer of the thread to one picture, sent as 224 rows of 224 times red, green, blue. */
export type Answer =
  /** By class, in the order of `CLASSES`. */
  { readonly probabilities: readonly number[] } | { readonly failure: string };
