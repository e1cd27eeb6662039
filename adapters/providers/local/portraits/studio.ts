import sharp from 'sharp';
import {
  findPreset,
  type Customization,
  type PresetId,
} from '../../../../domain/catalogue/presets.js';
import type { PortraitStudio } from '../../portraits.js';
import { grain } from '../grain.js';
import { customise } from './customise.js';
import { drawPortrait, MARGIN } from './draw.js';
import type { Look } from './look.js';
import { LOOKS } from './looks.js';
import { HEIGHT, WIDTH } from './markup.js';

const WEBP = { quality: 88, effort: 4 } as const;

/**
 * Draws the presets on this machine, a second of one core each and one at a time: several at once
 * would take every thread that files, names and hashes of this process need too.
 */
export function createLocalPortraits(): PortraitStudio {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    get waiting() {
      return waiting;
    },

    async draw(baseId, customization) {
      const look = lookOf(baseId, customization);
      waiting += 1;
      const picture = last.then(() => render(look)).finally(() => (waiting -= 1));
      last = picture.catch(() => null);
      return picture;
    },
  };
}

/** @throws {RangeError} when the catalogue has no such entry */
function lookOf(baseId: string, customization: Customization | null): Look {
  const preset = findPreset(baseId);
  if (preset === null) throw new RangeError(`No preset has the id ${baseId}.`);
  const look = LOOKS[preset.base_id as PresetId];
  return preset.customizable ? customise(look, customization ?? preset.defaults) : look;
}

async function render(look: Look): Promise<Buffer> {
  return sharp(Buffer.from(drawPortrait(look)))
    .extract({ left: MARGIN, top: MARGIN, width: WIDTH, height: HEIGHT })
    .composite([grain('portrait')])
    .removeAlpha()
    .webp(WEBP)
    .toBuffer();
}
