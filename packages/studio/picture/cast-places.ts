import type { CastMember } from './brief.js';
import type { Stage } from './stage.js';
import { DRAWINGS } from './subjects/subjects.js';

/** One drawing of the cast: its horizontal position, and its size relative to the main subject's. */
export interface CastPlace {
  readonly member: CastMember;
  /** 0 for a member, and more for others of its kind. */
  readonly index: number;
  readonly x: number;
  readonly scale: number;
}

const SECOND_SCALE = 0.8;
const EXTRA_SCALE = 0.74;
const TALL_SCALE = 1.12;

/** Half of a drawing's width, in its own units; drawings can be mirrored. */
const REACH = 56;
const REACHES: Readonly<Partial<Record<CastMember['name'], number>>> = {
  flock: 88,
  whale: 86,
  bicycle: 70,
  car: 64,
  fish: 64,
  lighthouse: 64,
  noodles: 62,
  bird: 60,
};

/** Computes the size of a drawing's unit, in picture pixels. */
export const computeUnit = ({ unit, tall }: Stage, { member, scale }: CastPlace): number =>
  (unit * DRAWINGS[member.name].size * scale * (tall ? TALL_SCALE : 1)) / 100;

/** Computes half of the width of a drawing, in picture pixels. */
export const computeReach = (stage: Stage, place: CastPlace): number =>
  computeUnit(stage, place) * (REACHES[place.member.name] ?? REACH);

/** Places the main subject on its third, the second one opposite, more of a kind around it. */
function placeFreely({ width, unit, heroX, brief }: Stage): CastPlace[] {
  const side = heroX > width / 2 ? -1 : 1;
  return brief.cast.flatMap((member, position) => {
    const centre = position === 0 ? heroX : heroX + side * Math.min(width * 0.36, unit * 0.52);
    const scale = position === 0 ? 1 : SECOND_SCALE;
    return Array.from({ length: member.count }, (_, index) => {
      const away = unit * 0.27 * Math.ceil(index / 2) * (index % 2 === 1 ? side : -side);
      if (index === 0) return { member, index, x: centre, scale };
      return { member, index, x: centre + away, scale: scale * EXTRA_SCALE };
    });
  });
}

/** Places all drawings next to each other in the room, and makes them smaller if it is narrow. */
function placeInRoom(stage: Stage, room: NonNullable<Stage['room']>): CastPlace[] {
  const free = placeFreely(stage);
  const taken = free.reduce((sum, place) => sum + 2 * computeReach(stage, place), 0);
  const factor = Math.min(1, room.width / taken);
  const gap = (room.width - taken * factor) / (free.length + 1);
  let left = room.left;
  return free.map((place) => {
    const fitted = { ...place, scale: place.scale * factor };
    const reach = computeReach(stage, fitted);
    const x = left + gap + reach;
    left = x + reach;
    return { ...fitted, x };
  });
}

/** Places the cast; the main subject is the first. */
export const placeCast = (stage: Stage): readonly CastPlace[] =>
  stage.room === undefined ? placeFreely(stage) : placeInRoom(stage, stage.room);
