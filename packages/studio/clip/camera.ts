/**
 * The camera's view, in fractions of the picture's width and height; initially all zero with zoom
 * 1.
 */
export interface View {
  /** Values above 1 move closer. Below 1, the picture's mirrored border becomes visible. */
  readonly zoom: number;
  /** Shift to the right; `y` is the shift down. */
  readonly x: number;
  readonly y: number;
  /** Clockwise rotation in radians. */
  readonly roll: number;
  /**
   * Strength of the parallax. At 0 the picture is flat; at 1 the ground at the camera moves half as
   * much again as the middle.
   */
  readonly depth: number;
  /** Maximum visible width of the mirrored border on each side, up to REACH_MAX. */
  readonly beyond: number;
}

/**
 * Width of the mirrored border: a view extends at most this far beyond the picture on each side.
 */
export const BORDER = 0.12;
/** Reserved for things that move on their own, such as water and leaves. */
const SLACK = 0.012;
const REACH_MAX = BORDER - SLACK;

/**
 * Computes how near a row is, from -0.5 at the top to 0.5 at the bottom: in most pictures the lower
 * part is the ground in front of the camera. This gives a moving camera the parallax of a real shot
 * from one flat picture.
 */
export function computeNearness(row: number): number {
  const share = Math.min(1, Math.max(0, row + 0.5));
  return share * share * (3 - 2 * share) - 0.5;
}

/** Returns the reciprocal of a row's magnification. */
function shrink({ zoom, depth }: View, near: number): number {
  return (1 - depth * (zoom - 1) * near) / zoom;
}

/**
 * Keeps a view inside the picture: zooms in if the view does not fit, and shifts it back.
 * @param aspect width divided by height
 */
export function confine(view: View, aspect: number): View {
  const limit = 0.5 + Math.min(view.beyond, REACH_MAX);
  const roll = Math.abs(view.roll);
  // Half the rotated frame's extent.
  const spanX = 0.5 * (Math.cos(roll) + Math.sin(roll) / aspect);
  const spanY = 0.5 * (Math.cos(roll) + Math.sin(roll) * aspect);
  const span = Math.max(spanX, spanY);
  const { depth } = view;
  // Solves for the smallest zoom at which the largest shrink (at the far row) times the span equals
  // the limit.
  const least = (span * (1 - depth / 2)) / (limit - (span * depth) / 2);
  const zoom = Math.max(view.zoom, least);
  const held = { ...view, zoom };
  const widest = Math.max(shrink(held, -0.5), shrink(held, 0.5));
  const limitX = Math.max(0, limit - widest * spanX) / (1 + depth / 2);
  const limitY = Math.max(0, limit - widest * spanY);
  const clampWithin = (value: number, bound: number) => Math.min(bound, Math.max(-bound, value));
  return { ...held, x: clampWithin(view.x, limitX), y: clampWithin(view.y, limitY) };
}

/**
 * The line of the picture that one row of a frame shows, in fractions relative to the picture's
 * centre.
 */
export interface Line {
  /** The middle of the line. */
  readonly x: number;
  readonly y: number;
  /** Distance from the line's left end to its right end. */
  readonly dx: number;
  readonly dy: number;
}

/**
 * Computes the line that a row of the frame shows.
 * @param row from -0.5 at the top to 0.5 at the bottom
 */
export function computeLine(view: View, row: number, aspect: number): Line {
  const near = computeNearness(row);
  const scale = shrink(view, near);
  const [cos, sin] = [Math.cos(view.roll), Math.sin(view.roll)];
  return {
    x: view.x * (1 + view.depth * near) - (scale * row * sin) / aspect,
    y: view.y + scale * row * cos,
    dx: scale * cos,
    dy: scale * sin * aspect,
  };
}
