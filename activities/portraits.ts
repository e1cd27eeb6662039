import type { PortraitJob } from '../domain/catalogue/runs.js';
import type { ObjectStore } from '../domain/ports/object-store.js';
import type { PortraitStudio } from '../domain/ports/portraits.js';
import { leaveToTemporal, buildStoreUnavailable } from './failures.js';
import { keepAlive } from './keep-alive.js';

export interface PortraitDeps {
  readonly store: ObjectStore;
  readonly portraits: PortraitStudio;
}

/** Creates the steps that render the portraits of preset characters. */
export function createPortraitActivities({ store, portraits }: PortraitDeps) {
  return {
    /** Idempotent: the same choices produce the same bytes. */
    async drawPortrait({ key, baseId, look }: PortraitJob): Promise<void> {
      await keepAlive(async ({ signal }) => {
        const picture = await portraits.draw(baseId, look);
        signal.throwIfAborted();
        await store.put(key, picture, 'image/webp', signal).catch(leaveToTemporal);
      }, buildStoreUnavailable);
    },
  };
}

export type PortraitActivities = ReturnType<typeof createPortraitActivities>;
