import {
  findPreset,
  type Customization,
  type PresetId,
} from '../../../domain/catalogue/presets.js';
import type { PortraitStudio } from '../../../domain/ports/portraits.js';
import { renderPortrait } from '@media-platform/studio';

/**
 * Renders the presets on this machine, one at a time. Concurrent renders would use all threads in
 * the pool, which this process also needs for files, DNS and hashes.
 */
export function createLocalPortraits(): PortraitStudio {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    get waiting() {
      return waiting;
    },

    async draw(baseId, customization) {
      const render = chooseRender(baseId, customization);
      waiting += 1;
      const picture = last.then(render).finally(() => (waiting -= 1));
      last = picture.catch(() => null);
      return picture;
    },
  };
}

/** @throws {RangeError} if the catalogue has no such entry */
function chooseRender(baseId: string, customization: Customization | null): () => Promise<Buffer> {
  const preset = findPreset(baseId);
  if (preset === null) throw new RangeError(`No preset has the id ${baseId}.`);
  const choice = preset.customizable ? (customization ?? preset.defaults) : null;
  // The compiler rejects a preset that the studio cannot render.
  return () => renderPortrait(preset.base_id as PresetId, choice);
}
