/** A drawn kind of ground, with layers around the subjects. */
export interface GroundSetting {
  /** The layer behind the subjects. */
  readonly back: string;
  /** The layer in front of the subjects: grass, a bank, framing trees. */
  readonly front: string;
  /** Returns the height at which a subject is placed, or floats, at x. */
  readonly footing: (x: number) => number;
  /** True if sky and horizon are not visible. */
  readonly indoors?: boolean;
}
