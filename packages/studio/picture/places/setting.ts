/** The drawing of a kind of ground, around the subjects. */
export interface GroundSetting {
  /** Layer behind the subjects. */
  readonly back: string;
  /** Layer in front of them: grass, a bank, framing trees. */
  readonly front: string;
  /** Height at which something stands, or floats, at x. */
  readonly footing: (x: number) => number;
  /** True when sky and horizon are not visible. */
  readonly indoors?: boolean;
}
