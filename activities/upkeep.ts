import { pruneAgents } from '../domain/agents/prune-agents.js';
import { pruneDeviceLogins } from '../domain/identity/prune-device-logins.js';
import { pruneRequests } from '../domain/durable/prune-requests.js';
import type { StartDeps } from '../domain/durable/start-workflow.js';
import { chargeDueFees, type FeesCharged } from '../domain/social/accounts/charge-due-fees.js';
import { releaseAbandoned } from '../domain/subjects/hold-preset.js';
import { pruneQuotas } from '../domain/social/publish/take-quota.js';
import { keepAlive } from './keep-alive.js';

/** Creates the steps that maintain rows in the background. */
export function createUpkeepActivities(deps: StartDeps) {
  return {
    /** @returns the number of rows removed */
    async pruneRequests(): Promise<{ answers: number; refusals: number }> {
      return keepAlive(async ({ signal }) => {
        await releaseAbandoned(deps.db);
        await pruneQuotas(deps.db.manager);
        await pruneAgents(deps.db, signal);
        await pruneDeviceLogins(deps.db, signal);
        return pruneRequests(deps.db, signal);
      });
    },

    /** @throws if some fees were not charged: Temporal shows the error and retries */
    async chargeFees(): Promise<FeesCharged> {
      return keepAlive(({ signal }) => chargeDueFees(deps, { signal }));
    },
  };
}

export type UpkeepActivities = ReturnType<typeof createUpkeepActivities>;
