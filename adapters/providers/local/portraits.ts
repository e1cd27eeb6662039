import {
  findPreset,
  type Customization,
  type PresetId,
} from '../../../domain/catalogue/presets.js';
import type { PortraitStudio } from '../../../domain/ports/portraits.js';
import { renderPortrait } from '../../../studio/index.js';

/**
 * Draws the presets on this machine, one at a time: several at once would take every thread that
 * files, names and hashes of this process need too.
 */
export function createLocalPortraits(): PortraitStudio {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    get waiting() {
      return waiting;
    },

    async draw(baseId, customization) {
      const render = renderOf(baseId, customization);
      waiting += 1;
      const picture = last.then(render).finally(() => (waiting -= 1));
      last = picture.catch(() => null);
      return picture;
    },
  };
}

/** @throws {RangeError} when the catalogue has no such entry */
function renderOf(baseId: string, customization: Customization | null): () => Promise<Buffer> {
  const preset = findPreset(baseId);
  if (preset === null) throw new RangeError(`No preset has the id ${baseId}.`);
  const choice = preset.customizable ? (customization ?? preset.defaults) : null;
  // A preset that the studio cannot draw does not compile.
  return () => renderPortrait(preset.base_id as PresetId, choice);
}
