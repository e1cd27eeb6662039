/** What a kind of ground draws, around the subjects. */
export interface Setting {
  /** Behind the subjects. */
  readonly back: string;
  /** In front of them: grass, a bank, framing trees. */
  readonly front: string;
  /** Height at which something stands, or floats, at x. */
  readonly footing: (x: number) => number;
  /** True when nothing of sky and horizon shows. */
  readonly indoors?: boolean;
}
