/** Where the camera looks, in shares of the picture's width and height; all zero and zoom 1 at first. */
export interface View {
  /** Above 1 nearer; below 1 the picture's mirrored border comes into sight. */
  readonly zoom: number;
  /** Right and down. */
  readonly x: number;
  readonly y: number;
  /** Clockwise, in radians. */
  readonly roll: number;
  /** 0 a flat picture; 1 the ground before our feet moves half as much again as the middle. */
  readonly depth: number;
  /** How much of the mirrored border may come into sight, of each side; at most REACH_MAX. */
  readonly beyond: number;
}

/** How far beyond the picture a view may reach, of each side: as much as its mirrored border. */
export const BORDER = 0.12;
/** Kept free for what trembles on its own: water and leaves. */
const SLACK = 0.012;
const REACH_MAX = BORDER - SLACK;

/**
 * How near a row is, from -0.5 at the top to 0.5 at the bottom: in most pictures the lower part is
 * the ground before the camera. So a moving camera gets the parallax of a shot from one flat picture.
 */
export function nearness(row: number): number {
  const share = Math.min(1, Math.max(0, row + 0.5));
  return share * share * (3 - 2 * share) - 0.5;
}

/** Magnification of a row is 1 / this. */
function shrink({ zoom, depth }: View, near: number): number {
  return (1 - depth * (zoom - 1) * near) / zoom;
}

/** The same view held inside the picture: nearer when it would not fit, and shifted back. `aspect` is width by height. */
export function confine(view: View, aspect: number): View {
  const limit = 0.5 + Math.min(view.beyond, REACH_MAX);
  const roll = Math.abs(view.roll);
  // Half of what the turned frame spans.
  const spanX = 0.5 * (Math.cos(roll) + Math.sin(roll) / aspect);
  const spanY = 0.5 * (Math.cos(roll) + Math.sin(roll) * aspect);
  const span = Math.max(spanX, spanY);
  const { depth } = view;
  // From shrink at its largest (the far row), times span, equal to the limit.
  const least = (span * (1 - depth / 2)) / (limit - (span * depth) / 2);
  const zoom = Math.max(view.zoom, least);
  const held = { ...view, zoom };
  const widest = Math.max(shrink(held, -0.5), shrink(held, 0.5));
  const roomX = Math.max(0, limit - widest * spanX) / (1 + depth / 2);
  const roomY = Math.max(0, limit - widest * spanY);
  const within = (value: number, room: number) => Math.min(room, Math.max(-room, value));
  return { ...held, x: within(view.x, roomX), y: within(view.y, roomY) };
}

/** The line of the picture that one row of a frame shows, in shares around the picture's centre. */
export interface Line {
  /** Of the row's middle. */
  readonly x: number;
  readonly y: number;
  /** From the row's left end to its right. */
  readonly dx: number;
  readonly dy: number;
}

/** `row` from -0.5 at the top to 0.5 at the bottom. */
export function lineOf(view: View, row: number, aspect: number): Line {
  const near = nearness(row);
  const scale = shrink(view, near);
  const [cos, sin] = [Math.cos(view.roll), Math.sin(view.roll)];
  return {
    x: view.x * (1 + view.depth * near) - (scale * row * sin) / aspect,
    y: view.y + scale * row * cos,
    dx: scale * cos,
    dy: scale * sin * aspect,
  };
}
