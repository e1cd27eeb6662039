import type { GroundSetting, Stage } from '../stage.js';
import type { Ground } from '../words.js';
import { BACKDROPS } from './backdrops.js';
import { roof, street } from './built.js';
import { desert, meadow, woodland } from './land.js';
import { snow } from './snow.js';
import { table } from './table.js';
import { beach, lake, sea } from './water.js';

/** Drawing functions with one row per kind of ground. */
const GROUNDS: Readonly<Record<Ground, (stage: Stage, backdrop: string) => GroundSetting>> = {
  meadow,
  snow,
  sea,
  lake,
  beach,
  desert,
  woodland,
  street,
  roof,
  table,
};

/** Draws a picture's land: the horizon, and the ground in front of it. */
export function drawPlace(stage: Stage): {
  readonly backdrop: string;
  readonly setting: GroundSetting;
} {
  const wanted = new Set(stage.brief.backdrops);
  const kinds = (Object.keys(BACKDROPS) as (keyof typeof BACKDROPS)[]).filter((kind) =>
    wanted.has(kind),
  );
  const backdrop = kinds.map((kind) => BACKDROPS[kind](stage)).join('');
  const setting = GROUNDS[stage.brief.ground](stage, backdrop);
  return { backdrop: setting.indoors === true ? '' : backdrop, setting };
}
