import type { View } from './camera.js';

/** A move's change of the still view: zooms multiply, all other changes add up. */
type ViewChange = Partial<View>;

/** A move's progress. */
export interface MoveProgress {
  /** Completed fraction from 0 to 1, eased. */
  readonly done: number;
  /** Seconds since the first frame. */
  readonly at: number;
  /**
   * Strength of the move: 1 for a normal shot of some seconds; more for a long shot and for words
   * such as "fast".
   */
  readonly reach: number;
}

const to = (target: number, share: number): number => Math.exp(Math.log(target) * share);

/** Adds slow sines without a common period, so the camera moves like a hand and not a pendulum. */
function tremble(at: number, phase: number): number {
  return (
    0.5 * Math.sin(2.1 * at + phase) +
    0.3 * Math.sin(3.7 * at + 2.3 * phase) +
    0.2 * Math.sin(6.1 * at + 0.7 * phase)
  );
}

/**
 * Sideways and vertical moves also zoom in, because a frame that shows everything has no space to
 * move.
 */
const pan =
  (direction: number) =>
  ({ done, reach }: MoveProgress): ViewChange => ({
    zoom: to(1 + 0.22 * Math.min(reach, 1.2), done),
    x: direction * 0.078 * Math.min(reach, 1.2) * done,
    depth: 0.18,
    beyond: 0.045,
  });

const createTilt =
  (direction: number) =>
  ({ done, reach }: MoveProgress): ViewChange => ({
    zoom: to(1 + 0.2 * reach, done),
    y: direction * 0.095 * reach * done,
    depth: 0.2,
    beyond: 0.045,
  });

const orbit =
  (direction: number) =>
  ({ done, reach }: MoveProgress): ViewChange => ({
    zoom: to(1 + 0.17 * reach, done),
    x: direction * 0.05 * Math.sin(Math.PI * 0.75 * done),
    roll: direction * 0.022 * Math.sin(Math.PI * done),
    depth: 0.4,
    beyond: 0.045,
  });

const handheld = ({ at, done }: MoveProgress): ViewChange => {
  // Starts at 0, so that the first frame shows exactly the picture.
  const grip = Math.min(1, at / 0.6);
  return {
    zoom: 1 + 0.07 * grip + 0.02 * done,
    x: 0.012 * grip * tremble(at, 0),
    y: 0.012 * grip * tremble(at, 1.7),
    roll: 0.007 * grip * tremble(at, 4.1),
    depth: 0.4,
  };
};

/** One row per move: the phrases that request the move, and its effect. The first phrases win. */
const ROWS = {
  zoom_out: {
    says: /zoom\w*[ -](?:\w+ )?out|pull\w*[ -](?:\w+ )?(?:back|out|away)|(?:dolly|dollies|dollying)[ -](?:out|back)|track\w* (?:out|back)/,
    change: ({ done, reach }: MoveProgress): ViewChange => {
      const zoom = to(1 / (1 + 0.1 * Math.min(reach, 1.1)), done);
      // Extends into the sky rather than the ground, because a mirrored sky is least noticeable.
      return { zoom, y: 0.85 * (0.5 - 0.5 / zoom), beyond: 0.1 };
    },
  },
  dolly_in: {
    says: /doll(?:y|ies|ying)|push\w*[ -]in|track\w* (?:in|forward)|mov\w+ (?:closer|forward)|fl(?:y|ies|ying) (?:over|through|into|towards?)|walk\w* (?:into|through)/,
    change: ({ done, reach }: MoveProgress): ViewChange => ({
      zoom: to(1 + 0.17 * reach, done),
      y: 0.012 * done,
      depth: 0.6,
    }),
  },
  zoom_in: {
    says: /zoom/,
    change: ({ done, reach }: MoveProgress): ViewChange => ({ zoom: to(1 + 0.2 * reach, done) }),
  },
  pan_left: {
    says: /(?:pan|pans|panning|truck\w*|track\w*|slid\w+|mov\w+)(?: \w+){0,2} left/,
    change: pan(-1),
  },
  pan_right: {
    says: /(?:truck\w*|track\w*|slid\w+|mov\w+)(?: \w+){0,2} right|\b(?:camera pan|pans|panning|panorama|pan (?:right|across|over|to))|(?:slow|smooth|fast) pan\b/,
    change: pan(1),
  },
  tilt_down: {
    says: /(?:tilt|crane|pedestal)\w*(?: \w+){0,2} down|descend/,
    change: createTilt(1),
  },
  tilt_up: {
    says: /\btilt|crane (?:shot|up)|pedestal|camera ris|ascend/,
    change: createTilt(-1),
  },
  orbit: {
    says: /orbit|arc shot|circl\w+ around|(?:camera|shot) (?:\w+ )?around|360/,
    change: orbit(1),
  },
  rotate: {
    says: /camera (?:\w+ )?(?:rotat|spin|roll|twirl)|(?:rotating|rolling|spinning|whirling) (?:camera|shot|view)|dutch (?:angle|tilt|roll)|barrel roll/,
    change: ({ done, reach }: MoveProgress): ViewChange => ({
      zoom: to(1 + 0.1 * reach, done),
      roll: 0.1 * reach * done,
    }),
  },
  handheld: {
    says: /hand[ -]?held|shaky|documentary|vlog|\bpov\b|body ?cam|found footage/,
    change: handheld,
  },
  /** The default move: slowly closer. */
  push: {
    says: null,
    change: ({ done, reach }: MoveProgress): ViewChange => ({
      zoom: to(1 + 0.1 * reach, done),
      depth: 0.6,
    }),
  },
  static: {
    says: /static (?:shot|camera|frame)|still camera|(?:fixed|stationary|locked)(?:[ -](?:off|down))? (?:shot|camera)|locked[ -]off|tripod|no camera (?:move|movement|motion)|camera (?:stays|is|remains) still/,
    change: (): ViewChange => ({}),
  },
} as const satisfies Record<
  string,
  { says: RegExp | null; change: (at: MoveProgress) => ViewChange }
>;

export type Move = keyof typeof ROWS;
export const MOVES = Object.keys(ROWS) as Move[];

/** For each move, the moves that it replaces, because their phrases also match its phrases. */
const INSTEAD_OF: Partial<Record<Move, readonly Move[]>> = {
  zoom_out: ['zoom_in', 'dolly_in'],
  pan_left: ['pan_right'],
  tilt_down: ['tilt_up'],
  orbit: ['rotate'],
};
/** Maximum number of moves; more at the same time would not be visible. */
const MOVES_MAX = 2;

/** Finds the moves in a prompt: one or two, `push` if there are none, `static` alone. */
export function findMoves(prompt: string): readonly Move[] {
  const text = prompt.toLowerCase();
  const asked = MOVES.filter((move) => ROWS[move].says?.test(text));
  if (asked.includes('static')) return ['static'];
  const dropped = new Set(asked.flatMap((move) => INSTEAD_OF[move] ?? []));
  const kept = asked.filter((move) => !dropped.has(move)).slice(0, MOVES_MAX);
  return kept.length > 0 ? kept : ['push'];
}

/** Combines several camera moves into one view. Does not clamp the view to the picture. */
export function computeView(moves: readonly Move[], progress: MoveProgress): View {
  const view = { zoom: 1, x: 0, y: 0, roll: 0, depth: 0, beyond: 0 };
  for (const move of moves) {
    const change: ViewChange = ROWS[move].change(progress);
    view.zoom *= change.zoom ?? 1;
    view.x += change.x ?? 0;
    view.y += change.y ?? 0;
    view.roll += change.roll ?? 0;
    view.depth = Math.max(view.depth, change.depth ?? 0);
    view.beyond = Math.max(view.beyond, change.beyond ?? 0);
  }
  return view;
}

/** Eases in and out: the result goes from 0 to 1 like `share`. */
export function easeInOut(share: number): number {
  const ramp = 0.3;
  const top = 1 / (1 - ramp);
  const u = Math.min(1, Math.max(0, share));
  if (u < ramp) return (top * u * u) / (2 * ramp);
  if (u > 1 - ramp) return 1 - (top * (1 - u) * (1 - u)) / (2 * ramp);
  return top * (u - ramp / 2);
}
