import type { CastMember } from './brief.js';
import { computeUnit, placeCast, type CastPlace } from './cast-places.js';
import { lighten, mix } from './colour.js';
import { lit } from './palette.js';
import type { GroundSetting, Stage } from './stage.js';
import type { Ink } from './subjects/drawing.js';
import { DRAWINGS } from './subjects/subjects.js';
import { ellipse, group, n } from './svg.js';

/** Returns one subject's colours in this picture. */
export function chooseInk(stage: Stage, member: CastMember): Ink {
  const { palette } = stage;
  const natural = DRAWINGS[member.name].colour ?? palette.accent;
  const own = member.colour === null ? natural : mix(member.colour, natural, 0.18);
  // Moves the colour half-way to the whole picture's colour word, so that nothing looks out of
  // place.
  const tinge = member.colour === null && stage.brief.tint !== null ? 0.35 : 0;
  const body = lit(palette, mix(own, stage.brief.tint ?? own, tinge));
  const accent = lit(
    palette,
    member.colour === null ? palette.accent : mix(palette.light, palette.near, 0.3),
  );
  const sameInks = member.colour === null && DRAWINGS[member.name].colour === undefined;
  return {
    body,
    shade: lighten(body, -0.12),
    light: mix(lighten(body, 0.16), palette.light, 0.78),
    dark: mix(palette.ink, '#1a1420', 0.5),
    accent: sameInks ? lit(palette, mix(palette.light, own, 0.25)) : accent,
    lamp: palette.dark ? '#ffd98a' : mix(palette.skyMid, '#fff6df', 0.55),
  };
}

/** Places one drawing: on the ground, mirrored in the water, or in the air. */
function place(stage: Stage, setting: GroundSetting, at: CastPlace): string {
  const { member, x, index } = at;
  const drawing = DRAWINGS[member.name];
  const random = stage.random.fork(`${member.name} ${index}`);
  const ink = chooseInk(stage, member);
  const picture = drawing.draw(ink, { random, words: stage.brief.words });
  const size = computeUnit(stage, at);
  const flip = x > stage.sun.at[0] ? 1 : -1;
  const move = (y: number, up: number) =>
    `translate(${n(x)} ${n(y)}) scale(${(size * flip).toFixed(3)} ${(size * up).toFixed(3)})`;
  if (drawing.stand === 'bust') return group(move(stage.height, 1), picture);
  if (drawing.stand === 'air') {
    // Leaves some sky above the drawing, at any size.
    const lift = Math.max(stage.horizon * (0.8 - 0.1 * index), size * 116);
    return group(move(lift, 1), picture);
  }
  const y = setting.footing(x) + (index > 0 ? stage.unit * 0.015 * index : 0);
  if (drawing.stand === 'water') {
    return group(move(y + size * 4, -0.75), picture, 0.26) + group(move(y, 1), picture);
  }
  const shadow =
    stage.brief.ground === 'roof'
      ? ''
      : ellipse([x - flip * size * 10, y], size * 44, size * 5, stage.palette.ink, 0.26);
  return shadow + group(move(y, 1), picture);
}

/** Draws the cast, the main subject in front. */
export function drawActors(stage: Stage, setting: GroundSetting): string {
  return placeCast(stage)
    .map((at) => place(stage, setting, at))
    .toReversed()
    .join('');
}
